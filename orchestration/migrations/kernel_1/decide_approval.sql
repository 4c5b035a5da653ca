-- The only way a decision comes to be (promise P23): compare-and-set under the run's lock, which is taken first
-- as everywhere, so that a decision and a journal entry cannot wait for each other.
-- Answers {outcome, ...}: decided, same, already, expired, superseded, run_not_waiting, digest_mismatch,
-- version_conflict, or null where there is no such approval in the caller's organization.
create function kernel.decide_approval(
  p_approval uuid, p_decision text, p_digest text, p_version integer, p_reason text,
  p_actor_kind text, p_actor uuid, p_actor_name text
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record;
  r record;
  v_run uuid;
  v_now timestamptz;
begin
  select run_id into v_run from orchestration_approval
    where id = p_approval and organization_id = kernel.scope();
  if not found then
    return null;
  end if;
  select status into r from orchestration_run where id = v_run for no key update;
  select * into a from orchestration_approval where id = p_approval for no key update;
  v_now := clock_timestamp();
  if a.decision is not null and a.state in ('approved', 'rejected') then
    return jsonb_build_object(
      'outcome', case when a.decided_by_id = p_actor and a.decision = p_decision then 'same' else 'already' end,
      'decision', a.decision, 'by', a.decided_by_name, 'at', a.decided_at);
  elsif a.state = 'superseded' then
    return jsonb_build_object('outcome', 'superseded');
  elsif a.state = 'expired' or (a.state = 'pending' and a.expires_at <= v_now) then
    return jsonb_build_object('outcome', 'expired', 'at', a.expires_at);
  elsif a.state <> 'pending' or r.status not in ('queued', 'running', 'waiting') then
    return jsonb_build_object('outcome', 'run_not_waiting', 'status', r.status);
  elsif a.version <> p_version then
    return jsonb_build_object('outcome', 'version_conflict', 'version', a.version);
  elsif a.digest <> p_digest then
    return jsonb_build_object('outcome', 'digest_mismatch');
  end if;
  update orchestration_approval
    set state = case p_decision when 'approve' then 'approved' when 'reject' then 'rejected' end,
        decision = p_decision, reason = p_reason, decided_at = v_now, decided_by_kind = p_actor_kind,
        decided_by_id = p_actor, decided_by_name = p_actor_name, version = version + 1
    where id = p_approval;
  perform kernel.signal(v_run, 'approval_decided', jsonb_build_object(
    'approval', p_approval, 'call', a.call_id, 'decision', p_decision, 'reason', p_reason,
    'by', jsonb_build_object('kind', p_actor_kind, 'id', p_actor, 'name', p_actor_name),
    'decided_at', to_char(v_now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  return jsonb_build_object('outcome', 'decided', 'run', v_run, 'at', v_now);
end $$;
