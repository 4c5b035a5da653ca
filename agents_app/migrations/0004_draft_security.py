"""Drafts and prices behind row-level security; connections and credentials may be deleted."""

from django.db import migrations

from baton.tenancy.operations import CompositeForeignKey, TenantTable


class Migration(migrations.Migration):
    dependencies = [("agents", "0003_drafts"), ("tenancy", "0002_security")]

    operations = [
        TenantTable("agents_draft", {"web": "select, insert, update, delete"}),
        TenantTable("agents_pricetable", {"web": "select, insert, update", "worker": "select"}),
        TenantTable("agents_pricetableversion", {"web": "select, insert", "worker": "select"}),
        CompositeForeignKey("agents_draft", "project_id", "tenancy_project"),
        CompositeForeignKey("agents_pricetable", "project_id", "tenancy_project"),
        CompositeForeignKey("agents_pricetableversion", "table_id", "agents_pricetable"),
        CompositeForeignKey("agents_pricetable", "live_version_id", "agents_pricetableversion"),
        CompositeForeignKey("agents_modelconnection", "credential_id", "agents_credential"),
        migrations.RunSQL(
            "grant delete on agents_credential, agents_modelconnection to baton_web", migrations.RunSQL.noop
        ),
    ]
