"""Audit entries can be added and read, never changed: not by the application's roles, nor by mistake."""

from django.db import migrations

from baton.tenancy.operations import TenantTable

_IMMUTABLE = """
create function kernel.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
revoke all on function kernel.refuse_change() from public;
create trigger append_only before update or delete on audit_auditentry
  for each row execute function kernel.refuse_change();
create trigger append_only_all before truncate on audit_auditentry
  for each statement execute function kernel.refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_start"), ("tenancy", "0002_security")]

    operations = [
        TenantTable("audit_auditentry", {"web": "select, insert", "worker": "insert", "super": "insert"}),
        migrations.RunSQL(_IMMUTABLE, migrations.RunSQL.noop),
    ]
