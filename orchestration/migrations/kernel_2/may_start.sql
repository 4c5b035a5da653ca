-- May this call start now? Null, or the reason why not. The one predicate before every effect: deadline, kill
-- switches, the pinned tool version, and for an approved call the decision itself, all by the database clock.
-- p_intent: {call, tool_version, approval?, digest?, arguments_sha256?, again?}; `again` repeats a call that
-- was already executing under a lost worker, with the same key: its approval is consumed by that execution.
-- Whatever an intent leaves out counts against it.
create or replace function kernel.may_start(p_run uuid, p_organization uuid, p_deadline timestamptz, p_intent jsonb)
returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  a record;
  c record;
  v_call uuid := (p_intent->>'call')::uuid;
  v_again boolean := coalesce((p_intent->>'again')::boolean, false);
  v_held_back text := kernel.held_back(p_organization, p_deadline);
begin
  if v_held_back is not null then
    return v_held_back;
  elsif not exists (select from agents_toolversion
      where id = (p_intent->>'tool_version')::uuid and organization_id = p_organization
        and withdrawn_at is null) then
    return 'tool_withdrawn';
  end if;
  -- The call's line in the ledger; there is none yet where the entry itself writes it.
  select state, arguments, tool_version_id into c
    from orchestration_toolcall where id = v_call and run_id = p_run;
  if v_again and c.state is distinct from 'executing' then
    return 'not_executing';
  elsif p_intent->>'approval' is null then
    if exists (select from orchestration_approval where call_id = v_call) then
      return 'approval_missing';
    end if;
    return null;
  end if;
  select * into a from orchestration_approval
    where id = (p_intent->>'approval')::uuid and call_id = v_call and run_id = p_run;
  if a.id is null or c.arguments is null or a.state <> 'approved' then
    return 'approval_missing';
  elsif a.digest is distinct from p_intent->>'digest'
     or encode(sha256(convert_to(c.arguments, 'UTF8')), 'hex') is distinct from p_intent->>'arguments_sha256'
     or c.tool_version_id is distinct from (p_intent->>'tool_version')::uuid then
    return 'binding_broken';
  elsif v_again then
    return null;
  elsif a.consumed_at is not null then
    return 'approval_consumed';
  elsif a.decided_at + make_interval(secs => a.execute_within_seconds) <= clock_timestamp() then
    return 'approval_expired';
  elsif not kernel.may_decide(p_organization, a.decided_by_kind, a.decided_by_id) then
    return 'decider_role';
  end if;
  return null;
end $$;
