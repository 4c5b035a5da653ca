"""Data keys behind row-level security; only the owner, who rotates KEKs, may change one."""

from django.db import migrations

from baton.tenancy.operations import TenantTable


class Migration(migrations.Migration):
    dependencies = [("secrets", "0001_start"), ("tenancy", "0002_security")]

    operations = [TenantTable("secrets_datakey", {"web": "select, insert", "worker": "select"})]
