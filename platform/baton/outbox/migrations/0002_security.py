"""The outbox behind row-level security, and the relay's three functions, which see every organization's."""

from django.db import migrations

from baton.tenancy.operations import KernelFunction, TenantTable

_NOTIFY = """
create function kernel.notify_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('baton_outbox', '');
  return null;
end $$;
revoke all on function kernel.notify_outbox() from public;
create trigger wake_relay after insert on outbox_outboxmessage
  for each statement execute function kernel.notify_outbox();
"""

_TAKE = """
-- Messages to send now, locked until the caller's transaction ends; any number of relays may ask at once.
create function kernel.outbox_take(p_limit integer)
returns table (id uuid, kind text, payload jsonb, attempts integer)
language sql security definer set search_path = public, pg_temp as $$
  select m.id, m.kind::text, m.payload, m.attempts from outbox_outboxmessage m
    where m.done_at is null and m.available_at <= clock_timestamp()
    order by m.available_at limit p_limit for update skip locked
$$
"""

_DONE = """
create function kernel.outbox_done(p_ids uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with rung as (delete from outbox_outboxmessage where id = any(p_ids) and kind = 'doorbell')
  update outbox_outboxmessage set done_at = clock_timestamp() where id = any(p_ids) and kind <> 'doorbell'
$$
"""

_FAILED = """
create function kernel.outbox_failed(p_ids uuid[], p_delay double precision) returns void
language sql security definer set search_path = public, pg_temp as $$
  update outbox_outboxmessage
    set attempts = attempts + 1, available_at = clock_timestamp() + make_interval(secs => p_delay)
    where id = any(p_ids)
$$
"""


class Migration(migrations.Migration):
    dependencies = [("outbox", "0001_start"), ("tenancy", "0002_security")]

    operations = [
        TenantTable(
            "outbox_outboxmessage",
            {"web": "select, insert", "worker": "select, insert", "super": "select"},
            kernel="select, insert, update, delete",
        ),
        migrations.RunSQL(_NOTIFY, migrations.RunSQL.noop),
        KernelFunction(_TAKE, "outbox_take(integer)", "baton_super"),
        KernelFunction(_DONE, "outbox_done(uuid[])", "baton_super"),
        KernelFunction(_FAILED, "outbox_failed(uuid[], double precision)", "baton_super"),
    ]
