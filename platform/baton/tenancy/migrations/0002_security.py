"""Organizations, memberships, projects and keys behind row-level security."""

from django.db import migrations

from baton.tenancy.operations import CompositeForeignKey, KernelFunction, SharedTable, TenantTable

_ME = "(select nullif(current_setting('app.user', true), ''))::uuid"

_AUTHENTICATE_KEY = """
-- An API key in one statement: no organization is known before it. Only web may ask.
-- A key that was revoked or has expired is found too, as `ended`, so that its use can be audited; `noted` says
-- that nothing was noted of it within the last minute.
create function kernel.authenticate_key(p_key_id text, p_secret_hash bytea)
returns table (id uuid, name text, organization_id uuid, project_id uuid, scopes text[], user_id uuid,
               user_suspended boolean, user_role text,
               organization_suspended boolean, ended boolean, noted boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_noted boolean;
begin
  update tenancy_apikey k set last_used_at = clock_timestamp()
    where k.key_id = p_key_id and k.secret_hash = p_secret_hash
      and (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute');
  v_noted := found;
  return query
    select k.id, k.name::text, k.organization_id, k.project_id, k.scopes::text[], k.created_by_id,
           not u.is_active or m.id is null, m.role::text, o.suspended_at is not null,
           k.revoked_at is not null or coalesce(k.expires_at <= clock_timestamp(), false), v_noted
      from tenancy_apikey k
      join tenancy_organization o on o.id = k.organization_id
      join accounts_user u on u.id = k.created_by_id
      left join tenancy_membership m on m.organization_id = k.organization_id and m.user_id = u.id
      where k.key_id = p_key_id and k.secret_hash = p_secret_hash;
end $$
"""


class Migration(migrations.Migration):
    dependencies = [("tenancy", "0001_start"), ("accounts", "0002_privileges")]

    operations = [
        TenantTable(
            "tenancy_organization",
            {"web": "select, update", "worker": "select", "super": "select"},
            kernel="select",
            column="id",
        ),
        TenantTable("tenancy_project", {"web": "select, insert, update", "worker": "select"}),
        TenantTable("tenancy_membership", {"web": "select, insert, update, delete"}, kernel="select"),
        TenantTable("tenancy_apikey", {"web": "select, insert, update"}, kernel="select, update"),
        SharedTable("tenancy_platform", {"web": "select", "kernel": "select"}),
        migrations.RunSQL("insert into tenancy_platform (id) values (1)", migrations.RunSQL.noop),
        # Before an organization is chosen a person sees their own memberships, and organizations through them.
        migrations.RunSQL(
            f"""
            create policy mine on tenancy_membership for select to baton_web using (user_id = {_ME});
            create policy mine on tenancy_organization for select to baton_web using (
              id in (select m.organization_id from tenancy_membership m where m.user_id = {_ME}));
            create policy mine on tenancy_project for select to baton_web using (
              organization_id in (select m.organization_id from tenancy_membership m where m.user_id = {_ME}));
            """,
            migrations.RunSQL.noop,
        ),
        CompositeForeignKey("tenancy_apikey", "project_id", "tenancy_project"),
        KernelFunction(_AUTHENTICATE_KEY, "authenticate_key(text, bytea)", "baton_web"),
    ]
