-- The supervisor's sweeps, as before, but each answers the runs it moved: where they are, the events it wrote
-- (none where first_seq > last_seq), the status they have now, and whether cards of them changed. The supervisor
-- tells the `live` processes of them after the commit.

-- Runs of workers whose row ran out go back to the queue.
create function kernel.reap()
returns table (run_id uuid, organization_id uuid, project_id uuid, first_seq integer, last_seq integer,
               run_status text, approvals boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  r record;
  n integer := 0;
begin
  for r in select id, organization_id, project_id, last_seq from orchestration_run
      where worker_id is not null and status = 'running' and not kernel.is_alive(worker_id)
      limit 500 for no key update skip locked
  loop
    update orchestration_run
      set status = 'queued', worker_id = null, available_at = clock_timestamp(), version = version + 1
      where id = r.id;
    if n < 20 then
      perform kernel.ring(r.organization_id, r.id);
    end if;
    n := n + 1;
    return query select r.id, r.organization_id, r.project_id, r.last_seq + 1, r.last_seq, 'queued', false;
  end loop;
  delete from orchestration_worker w
    where w.until < clock_timestamp() - interval '1 hour'
      and not exists (
        select from orchestration_run where status in ('running', 'cancelling') and worker_id = w.id);
end $$;
--;;
-- Cancelled, once no live worker holds it; a call that was executing under a dead one is unknown.
create function kernel.finish_cancelling()
returns table (run_id uuid, organization_id uuid, project_id uuid, first_seq integer, last_seq integer,
               run_status text, approvals boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  r record;
  v_seq integer;
begin
  for r in select id, organization_id, project_id, last_seq from orchestration_run
      where status = 'cancelling' and (worker_id is null or not kernel.is_alive(worker_id))
      limit 200 for no key update skip locked
  loop
    v_seq := kernel.end_calls(r.id, r.organization_id, r.last_seq, true) + 1;
    insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
      values (r.id, v_seq, r.organization_id, 'run_cancelled', '{}', clock_timestamp());
    update orchestration_run
      set status = 'cancelled', worker_id = null, last_seq = v_seq, ended_at = clock_timestamp(),
          version = version + 1
      where id = r.id;
    return query select r.id, r.organization_id, r.project_id, r.last_seq + 1, v_seq, 'cancelled', true;
  end loop;
end $$;
--;;
-- Past its deadline. A live worker ends its own runs; the supervisor waits p_grace seconds for it.
create function kernel.end_overdue(p_grace double precision)
returns table (run_id uuid, organization_id uuid, project_id uuid, first_seq integer, last_seq integer,
               run_status text, approvals boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  r record;
  v_seq integer;
begin
  for r in select id, organization_id, project_id, last_seq from orchestration_run
      where status in ('queued', 'running', 'waiting', 'cancelling', 'needs_attention')
        and deadline_at <= clock_timestamp()
        and (worker_id is null or not kernel.is_alive(worker_id)
             or deadline_at + make_interval(secs => p_grace) <= clock_timestamp())
      limit 200 for no key update skip locked
  loop
    v_seq := kernel.end_calls(r.id, r.organization_id, r.last_seq, true) + 1;
    insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
      values (r.id, v_seq, r.organization_id, 'run_timed_out', '{}', clock_timestamp());
    update orchestration_run
      set status = 'timed_out', worker_id = null, waiting_for = '{}', last_seq = v_seq,
          error_code = 'deadline_passed',
          error_message = 'The deadline of the run passed before it had an answer.',
          ended_at = clock_timestamp(), version = version + 1
      where id = r.id;
    return query select r.id, r.organization_id, r.project_id, r.last_seq + 1, v_seq, 'timed_out', true;
  end loop;
end $$;
--;;
-- Nobody decided in time: the card is expired and the run is told. Never an implicit yes.
create function kernel.expire_approvals()
returns table (run_id uuid, organization_id uuid, project_id uuid, first_seq integer, last_seq integer,
               run_status text, approvals boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  a record;
begin
  for a in select id, run_id, call_id from orchestration_approval
      where state = 'pending' and expires_at <= clock_timestamp() order by expires_at limit 200
  loop
    perform from orchestration_run where id = a.run_id for no key update skip locked;
    continue when not found;
    update orchestration_approval set state = 'expired', version = version + 1
      where id = a.id and state = 'pending';
    continue when not found;
    perform kernel.signal(a.run_id, 'approval_expired',
      jsonb_build_object('approval', a.id, 'call', a.call_id));
    return query select q.id, q.organization_id, q.project_id, q.last_seq, q.last_seq, q.status::text, true
      from orchestration_run q where q.id = a.run_id;
  end loop;
end $$;
