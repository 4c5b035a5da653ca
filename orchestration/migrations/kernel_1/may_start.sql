-- Why nothing of this run may start now, whatever it is: null, `deadline` or `paused` (kill switches).
create function kernel.held_back(p_organization uuid, p_deadline timestamptz) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when p_deadline <= clock_timestamp() then 'deadline'
    when exists (select from tenancy_platform where id = 1 and paused_at is not null)
      or not exists (select from tenancy_organization
                       where id = p_organization and paused_at is null and suspended_at is null) then 'paused'
  end
$$;
--;;
-- May this call start now? Null, or the reason why not. The one predicate before every effect: deadline, kill
-- switches, the pinned tool version, and for an approved call the decision itself, all by the database clock.
-- p_intent: {call, tool_version, approval?, digest?, arguments_sha256?, again?}; `again` repeats a call that
-- was already executing under a lost worker, with the same key: its approval is consumed by that execution.
-- Whatever an intent leaves out counts against it.
create function kernel.may_start(p_run uuid, p_organization uuid, p_deadline timestamptz, p_intent jsonb)
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
  elsif a.decided_by_kind = 'user' and exists (
      select from tenancy_membership m join accounts_user u on u.id = m.user_id
        where m.organization_id = p_organization and m.user_id = a.decided_by_id and u.is_active
          and m.role in ('owner', 'admin', 'reviewer')) then
    return null;
  elsif a.decided_by_kind = 'api_key' and exists (
      select from tenancy_apikey k join accounts_user u on u.id = k.created_by_id
        join tenancy_membership m on m.organization_id = k.organization_id and m.user_id = u.id
        where k.organization_id = p_organization and k.id = a.decided_by_id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > clock_timestamp()) and u.is_active
          and m.role in ('owner', 'admin', 'reviewer')
          and 'approvals:decide' = any(k.scopes)) then
    return null;
  end if;
  return 'decider_role';
end $$;
