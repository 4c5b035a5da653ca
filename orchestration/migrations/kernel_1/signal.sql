-- A fact from outside: one event in the run's sequence, signal + 1, and a parked run is queued again.
-- Returns null where the run is not of the caller's organization, else {seq, status} after the fact.
-- A run that has ended takes no facts: {ended: status}.
create function kernel.signal(p_run uuid, p_kind text, p_payload jsonb) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r record;
begin
  select organization_id, status, last_seq into r
    from orchestration_run where id = p_run for no key update;
  if not found or (session_user <> 'baton_super' and r.organization_id is distinct from kernel.scope()) then
    return null;
  end if;
  if r.status in ('completed', 'failed', 'cancelled', 'timed_out', 'rejected') then
    return jsonb_build_object('ended', r.status);
  end if;
  insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
    values (p_run, r.last_seq + 1, r.organization_id, p_kind, p_payload, clock_timestamp());
  update orchestration_run
    set last_seq = last_seq + 1, signal = signal + 1, version = version + 1,
        status = case when status = 'waiting' then 'queued' else status end,
        waiting_for = case when status = 'waiting' then '{}' else waiting_for end,
        available_at = case when status = 'waiting' then clock_timestamp() else available_at end
    where id = p_run
    returning status into r.status;
  if r.status = 'queued' then
    perform kernel.ring(r.organization_id, p_run);
  end if;
  return jsonb_build_object('seq', r.last_seq + 1, 'status', r.status);
end $$;
