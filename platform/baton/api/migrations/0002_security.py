"""Idempotency keys behind row-level security."""

from django.db import migrations

from baton.tenancy.operations import TenantTable


class Migration(migrations.Migration):
    dependencies = [("api", "0001_start"), ("tenancy", "0002_security")]

    operations = [TenantTable("api_idempotencykey", {"web": "select, insert, update, delete"})]
