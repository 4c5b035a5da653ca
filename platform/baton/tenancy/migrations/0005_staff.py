"""The staff's own role: organizations, memberships and people, and nothing that a tenant has made."""

from django.db import migrations

from baton.tenancy.operations import SharedTable

_POLICIES = """
create policy staff on tenancy_organization to baton_staff using (true) with check (true);
create policy staff on tenancy_membership to baton_staff using (true) with check (true);
-- Written blindly: an organization begins with a project, and its people are told what the staff has done.
create policy staff on tenancy_project for insert to baton_staff with check (true);
create policy staff on audit_auditentry for insert to baton_staff with check (actor_kind = 'staff');
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tenancy", "0004_quotas_of_keys"),
        ("accounts", "0002_privileges"),
        ("audit", "0002_security"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        SharedTable("tenancy_organization", {"staff": "select, insert, update"}),
        SharedTable("tenancy_membership", {"staff": "select, insert, update, delete"}),
        SharedTable("tenancy_project", {"staff": "insert"}),
        SharedTable("audit_auditentry", {"staff": "insert"}),
        migrations.RunSQL(_POLICIES, migrations.RunSQL.noop),
        SharedTable("accounts_user", {"staff": "select, insert, update"}),
        SharedTable("django_admin_log", {"staff": "select, insert"}),
        SharedTable("django_admin_log_id_seq", {"staff": "usage"}),
        SharedTable("django_content_type", {"staff": "select"}),
        SharedTable("django_migrations", {"staff": "select"}),
    ]
