-- Cancel is a state, tested by the predicate that starts an effect: there is no window to lose.
-- Answers {outcome: cancelling | already | ended, status} or null where the run is not the caller's.
create function kernel.cancel_run(
  p_run uuid, p_reason text, p_actor_kind text, p_actor uuid, p_actor_name text
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r record;
  v_seq integer;
begin
  select organization_id, status, last_seq into r
    from orchestration_run where id = p_run for no key update;
  if not found or r.organization_id is distinct from kernel.scope() then
    return null;
  elsif r.status in ('completed', 'failed', 'cancelled', 'timed_out', 'rejected') then
    return jsonb_build_object('outcome', 'ended', 'status', r.status);
  elsif r.status = 'cancelling' then
    return jsonb_build_object('outcome', 'already', 'status', r.status);
  end if;
  v_seq := r.last_seq + 1;
  insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
    values (p_run, v_seq, r.organization_id, 'run_cancelling', jsonb_build_object(
      'by', jsonb_build_object('kind', p_actor_kind, 'id', p_actor, 'name', p_actor_name),
      'reason', p_reason), clock_timestamp());
  v_seq := kernel.end_calls(p_run, r.organization_id, v_seq, false);
  update orchestration_run
    set status = 'cancelling', waiting_for = '{}', last_seq = v_seq, signal = signal + 1, version = version + 1
    where id = p_run;
  return jsonb_build_object('outcome', 'cancelling', 'status', 'cancelling');
end $$;
