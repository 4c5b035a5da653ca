-- Has this person or key the right to decide, now? The one question behind every decision: asked when a held one
-- comes to count, and once more when its call starts.
create function kernel.may_decide(p_organization uuid, p_kind text, p_actor uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select case p_kind
    when 'user' then exists (
      select from tenancy_membership m join accounts_user u on u.id = m.user_id
        where m.organization_id = p_organization and m.user_id = p_actor and u.is_active
          and m.role in ('owner', 'admin', 'reviewer'))
    when 'api_key' then exists (
      select from tenancy_apikey k join accounts_user u on u.id = k.created_by_id
        join tenancy_membership m on m.organization_id = k.organization_id and m.user_id = u.id
        where k.organization_id = p_organization and k.id = p_actor and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > clock_timestamp()) and u.is_active
          and m.role in ('owner', 'admin', 'reviewer')
          and 'approvals:decide' = any(k.scopes))
    else false end
$$;
--;;
-- A decision becomes that of its approval, and its run is told: what a decision at once and a held one have in
-- common. The caller holds the locks of run and approval and has judged.
create function kernel.record_decision(
  p_approval uuid, p_decision text, p_reason text, p_actor_kind text, p_actor uuid, p_actor_name text,
  p_at timestamptz
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record;
begin
  update orchestration_approval
    set state = case p_decision when 'approve' then 'approved' when 'reject' then 'rejected' end,
        decision = p_decision, reason = p_reason, decided_at = p_at, decided_by_kind = p_actor_kind,
        decided_by_id = p_actor, decided_by_name = p_actor_name, version = version + 1
    where id = p_approval
    returning run_id, call_id into a;
  perform kernel.signal(a.run_id, 'approval_decided', jsonb_build_object(
    'approval', p_approval, 'call', a.call_id, 'decision', p_decision, 'reason', p_reason,
    'by', jsonb_build_object('kind', p_actor_kind, 'id', p_actor, 'name', p_actor_name),
    'decided_at', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
end $$;
--;;
-- A held decision whose grace is over: it counts now, or falls away. The caller holds the locks of run and
-- approval, in this order. Answers decided, refused (the card waits as before; why stands in the audit log), void
-- (its card was replaced, cancelled or expired), or null where none is due.
-- The decision keeps the instant at which it was made: the grace gives nobody more time to execute.
create function kernel.settle_decision(p_approval uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record;
  h record;
  r record;
  v_why text;
begin
  delete from orchestration_helddecision
    where approval_id = p_approval and starts_at <= clock_timestamp() returning * into h;
  if not found then
    return null;
  end if;
  select run_id, state, digest into a from orchestration_approval where id = p_approval;
  if a.state <> 'pending' then
    return 'void';
  end if;
  select status, deadline_at into r from orchestration_run where id = a.run_id;
  v_why := case
    when r.status not in ('queued', 'running', 'waiting') then 'run_not_waiting'
    when r.deadline_at <= clock_timestamp() then 'deadline_passed'
    when a.digest <> h.digest then 'approval_digest_mismatch'
    when not kernel.may_decide(h.organization_id, h.held_by_kind, h.held_by_id) then 'not_a_reviewer' end;
  if v_why is null then
    perform kernel.record_decision(
      p_approval, h.decision, h.reason, h.held_by_kind, h.held_by_id, h.held_by_name, h.held_at);
  else
    update orchestration_approval set version = version + 1 where id = p_approval;
  end if;
  insert into audit_auditentry (id, organization_id, actor_kind, actor_id, actor_name, action, object_kind,
                                object_id, detail, request_id)
    values (kernel.next_id(), h.organization_id, h.held_by_kind, h.held_by_id, h.held_by_name,
            case when v_why is null then 'approvals:decide' else 'approvals:decide:refused' end,
            'approval', p_approval::text,
            jsonb_strip_nulls(jsonb_build_object(
              'decision', h.decision, 'digest', h.digest, 'run', a.run_id, 'code', v_why)), '');
  return case when v_why is null then 'decided' else 'refused' end;
end $$;
--;;
-- The sweep over held decisions. It answers the runs it moved, as the supervisor's other sweeps do.
create function kernel.settle_decisions()
returns table (run_id uuid, organization_id uuid, project_id uuid, first_seq integer, last_seq integer,
               run_status text, approvals boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  h record;
  v_seq integer;
begin
  for h in select d.approval_id, a.run_id from orchestration_helddecision d
      join orchestration_approval a on a.id = d.approval_id
      where d.starts_at <= clock_timestamp() order by d.starts_at limit 200
  loop
    select q.last_seq into v_seq from orchestration_run q where q.id = h.run_id for no key update skip locked;
    continue when not found;
    perform from orchestration_approval where id = h.approval_id for no key update;
    continue when coalesce(kernel.settle_decision(h.approval_id), 'void') = 'void';
    return query select q.id, q.organization_id, q.project_id, v_seq + 1, q.last_seq, q.status::text, true
      from orchestration_run q where q.id = h.run_id;
  end loop;
end $$;
--;;
-- Whoever made a held decision takes it back; the card is as if nobody had decided.
-- Answers {outcome, ...}: undone, nothing (no decision is held), not_yours, too_late, expired, superseded,
-- run_not_waiting, or null where there is no such approval in the caller's organization.
create function kernel.undo_decision(p_approval uuid, p_actor_kind text, p_actor uuid) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record;
  h record;
  r record;
  v_run uuid;
begin
  select run_id into v_run from orchestration_approval
    where id = p_approval and organization_id = kernel.scope();
  if not found then
    return null;
  end if;
  select status into r from orchestration_run where id = v_run for no key update;
  perform from orchestration_approval where id = p_approval for no key update;
  perform kernel.settle_decision(p_approval);
  select * into a from orchestration_approval where id = p_approval;
  if a.state = 'pending' then
    delete from orchestration_helddecision
      where approval_id = p_approval and held_by_kind = p_actor_kind and held_by_id = p_actor
      returning * into h;
    if found then
      update orchestration_approval set version = version + 1 where id = p_approval;
      return jsonb_build_object(
        'outcome', 'undone', 'run', v_run, 'decision', h.decision, 'digest', h.digest, 'at', h.held_at);
    end if;
    select * into h from orchestration_helddecision where approval_id = p_approval;
    if not found then
      return jsonb_build_object('outcome', 'nothing');
    end if;
    return jsonb_build_object(
      'outcome', 'not_yours', 'decision', h.decision, 'by', h.held_by_name, 'at', h.held_at);
  elsif a.decision is not null and a.state in ('approved', 'rejected') then
    return jsonb_build_object(
      'outcome', case when a.decided_by_kind = p_actor_kind and a.decided_by_id = p_actor
        then 'too_late' else 'not_yours' end,
      'decision', a.decision, 'by', a.decided_by_name, 'at', a.decided_at);
  elsif a.state = 'superseded' then
    return jsonb_build_object('outcome', 'superseded');
  elsif a.state = 'expired' then
    return jsonb_build_object('outcome', 'expired', 'at', a.expires_at);
  end if;
  return jsonb_build_object('outcome', 'run_not_waiting', 'status', r.status);
end $$;
--;;
-- A new id as our processes make them, UUIDv7: what is in the order of its ids stays so.
create function kernel.next_id() returns uuid
language sql volatile as $$
  select encode(set_bit(set_bit(overlay(
      uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid
$$;
