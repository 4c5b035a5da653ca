-- May this call start now? Null, or the reason why not. The one predicate before every effect: deadline, kill
-- switches, the pinned tool version, and for an approved call the decision itself, all by the database clock.
-- p_intent: {call, tool_version, approval?, digest?, arguments_sha256?, again?}; `again` repeats a call that
-- was already executing under a lost worker, with the same key: its approval is consumed by that execution.
create function kernel.may_start(p_run uuid, p_organization uuid, p_deadline timestamptz, p_intent jsonb)
returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  a record;
  c record;
  v_call uuid := (p_intent->>'call')::uuid;
  v_again boolean := coalesce((p_intent->>'again')::boolean, false);
begin
  if p_deadline <= clock_timestamp() then
    return 'deadline';
  elsif (select paused_at is not null from tenancy_platform where id = 1)
     or (select paused_at is not null or suspended_at is not null from tenancy_organization
           where id = p_organization) then
    return 'paused';
  elsif not exists (select from agents_toolversion
      where id = (p_intent->>'tool_version')::uuid and organization_id = p_organization
        and withdrawn_at is null) then
    return 'tool_withdrawn';
  end if;
  if p_intent->>'approval' is null then
    if exists (select from orchestration_approval where call_id = v_call) then
      return 'approval_missing';
    end if;
    return null;
  end if;
  select * into a from orchestration_approval
    where id = (p_intent->>'approval')::uuid and call_id = v_call and run_id = p_run;
  select arguments into c from orchestration_toolcall where id = v_call and run_id = p_run;
  if a.id is null or c.arguments is null or a.state <> 'approved' then
    return 'approval_missing';
  elsif a.digest <> p_intent->>'digest'
     or encode(sha256(convert_to(c.arguments, 'UTF8')), 'hex') <> p_intent->>'arguments_sha256' then
    return 'binding_broken';
  elsif v_again then
    return null;
  elsif a.consumed_at is not null then
    return 'approval_consumed';
  elsif a.decided_at + make_interval(secs => a.execute_within_seconds) <= clock_timestamp() then
    return 'approval_expired';
  elsif a.decided_by_kind = 'user' and not exists (
      select from tenancy_membership m join accounts_user u on u.id = m.user_id
        where m.organization_id = p_organization and m.user_id = a.decided_by_id and u.is_active
          and m.role in ('owner', 'admin', 'reviewer')) then
    return 'decider_role';
  elsif a.decided_by_kind = 'api_key' and not exists (
      select from tenancy_apikey k join accounts_user u on u.id = k.created_by_id
        where k.organization_id = p_organization and k.id = a.decided_by_id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > clock_timestamp()) and u.is_active
          and 'approvals:decide' = any(k.scopes)) then
    return 'decider_role';
  end if;
  return null;
end $$;
