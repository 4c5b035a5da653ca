-- The only way a decision comes to be (promise P23): compare-and-set under the run's lock, which is taken first
-- as everywhere, so that a decision and a journal entry cannot wait for each other.
-- Where the card has a grace, the decision is held and counts when that is over (kernel.settle_decision); until
-- then whoever made it can take it back, and for everybody else it is made.
-- Answers {outcome, ...}: decided, held, same, already, expired, superseded, run_not_waiting, digest_mismatch,
-- version_conflict, or null where there is no such approval in the caller's organization.
create or replace function kernel.decide_approval(
  p_approval uuid, p_decision text, p_digest text, p_version integer, p_reason text,
  p_actor_kind text, p_actor uuid, p_actor_name text
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record;
  h record;
  r record;
  v_run uuid;
  v_now timestamptz;
  v_grace integer;
begin
  select run_id into v_run from orchestration_approval
    where id = p_approval and organization_id = kernel.scope();
  if not found then
    return null;
  end if;
  select status into r from orchestration_run where id = v_run for no key update;
  select * into a from orchestration_approval where id = p_approval for no key update;
  v_grace := coalesce((a.card->>'grace_seconds')::integer, 0);
  if v_grace > 0 then
    if kernel.settle_decision(p_approval) is not null then
      select * into a from orchestration_approval where id = p_approval;
    end if;
    select * into h from orchestration_helddecision where approval_id = p_approval;
    if found and a.state = 'pending' then
      return jsonb_build_object(
        'outcome', case when h.held_by_id = p_actor and h.decision = p_decision then 'same' else 'already' end,
        'decision', h.decision, 'by', h.held_by_name, 'at', h.held_at);
    end if;
  end if;
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
  if v_grace > 0 then
    insert into orchestration_helddecision (approval_id, organization_id, decision, digest, reason, held_by_kind,
                                            held_by_id, held_by_name, held_at, starts_at)
      values (p_approval, a.organization_id, p_decision, p_digest, p_reason, p_actor_kind, p_actor, p_actor_name,
              v_now, v_now + make_interval(secs => v_grace));
    update orchestration_approval set version = version + 1 where id = p_approval;
    return jsonb_build_object('outcome', 'held', 'run', v_run, 'at', v_now,
                              'starts_at', v_now + make_interval(secs => v_grace));
  end if;
  perform kernel.record_decision(p_approval, p_decision, p_reason, p_actor_kind, p_actor, p_actor_name, v_now);
  return jsonb_build_object('outcome', 'decided', 'run', v_run, 'at', v_now);
end $$;
