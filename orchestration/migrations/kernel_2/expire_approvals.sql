-- Nobody decided in time: the card is expired and the run is told. Never an implicit yes. A decision that is held
-- was made in time: its card is left to kernel.settle_decision.
create or replace function kernel.expire_approvals()
returns table (run_id uuid, organization_id uuid, project_id uuid, first_seq integer, last_seq integer,
               run_status text, approvals boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  a record;
begin
  for a in select id, run_id, call_id from orchestration_approval
      where state = 'pending' and expires_at <= clock_timestamp()
        and not exists (select from orchestration_helddecision where approval_id = id)
      order by expires_at limit 200
  loop
    perform from orchestration_run where id = a.run_id for no key update skip locked;
    continue when not found;
    update orchestration_approval set state = 'expired', version = version + 1
      where id = a.id and state = 'pending'
        and not exists (select from orchestration_helddecision where approval_id = a.id);
    continue when not found;
    perform kernel.signal(a.run_id, 'approval_expired',
      jsonb_build_object('approval', a.id, 'call', a.call_id));
    return query select q.id, q.organization_id, q.project_id, q.last_seq, q.last_seq, q.status::text, true
      from orchestration_run q where q.id = a.run_id;
  end loop;
end $$;
