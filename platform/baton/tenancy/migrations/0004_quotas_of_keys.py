"""A key is found together with the quotas of its organization: a request asks for them no second time."""

from django.db import migrations

from baton.tenancy.operations import KernelFunction

_AUTHENTICATE_KEY = """
-- An API key in one statement: no organization is known before it. Only web may ask.
-- A key that was revoked or has expired is found too, as `ended`, so that its use can be audited; `noted` says
-- that nothing was noted of it within the last minute.
create function kernel.authenticate_key(p_key_id text, p_secret_hash bytea)
returns table (id uuid, name text, organization_id uuid, project_id uuid, scopes text[], user_id uuid,
               user_suspended boolean, user_role text,
               organization_suspended boolean, ended boolean, noted boolean,
               requests_per_second integer, requests_per_second_each integer)
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
           k.revoked_at is not null or coalesce(k.expires_at <= clock_timestamp(), false), v_noted,
           o.requests_per_second, o.requests_per_second_each
      from tenancy_apikey k
      join tenancy_organization o on o.id = k.organization_id
      join accounts_user u on u.id = k.created_by_id
      left join tenancy_membership m on m.organization_id = k.organization_id and m.user_id = u.id
      where k.key_id = p_key_id and k.secret_hash = p_secret_hash;
end $$
"""


class Migration(migrations.Migration):
    dependencies = [("tenancy", "0003_quotas")]

    operations = [
        migrations.RunSQL("drop function kernel.authenticate_key(text, bytea)", migrations.RunSQL.noop),
        KernelFunction(_AUTHENTICATE_KEY, "authenticate_key(text, bytea)", "baton_web"),
    ]
