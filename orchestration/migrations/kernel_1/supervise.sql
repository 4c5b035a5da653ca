-- The supervisor's sweeps. Each is level-triggered and skips rows somebody holds: an interrupted or doubled
-- sweep changes nothing. Each returns how many rows it moved.

-- A worker is alive while its row says so; what it held is then safe from everybody else.
create function kernel.is_alive(p_worker uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from orchestration_worker where id = p_worker and not stopped and until > clock_timestamp())
$$;
--;;
-- Runs of workers whose row ran out go back to the queue.
create function kernel.reap() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r record;
  n integer := 0;
begin
  for r in select id, organization_id from orchestration_run
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
  end loop;
  delete from orchestration_worker w
    where w.until < clock_timestamp() - interval '1 hour'
      and not exists (
        select from orchestration_run where status in ('running', 'cancelling') and worker_id = w.id);
  return n;
end $$;
--;;
-- Cancelled, once no live worker holds it; a call that was executing under a dead one is unknown.
create function kernel.finish_cancelling() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r record;
  v_seq integer;
  n integer := 0;
begin
  for r in select id, organization_id, last_seq from orchestration_run
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
    n := n + 1;
  end loop;
  return n;
end $$;
--;;
-- Past its deadline. A live worker ends its own runs; the supervisor waits p_grace seconds for it.
create function kernel.end_overdue(p_grace double precision) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r record;
  v_seq integer;
  n integer := 0;
begin
  for r in select id, organization_id, last_seq from orchestration_run
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
    n := n + 1;
  end loop;
  return n;
end $$;
--;;
-- Nobody decided in time: the card is expired and the run is told. Never an implicit yes.
create function kernel.expire_approvals() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record;
  n integer := 0;
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
    n := n + 1;
  end loop;
  return n;
end $$;
--;;
-- Bells that were lost: queued rows nobody took, and parked rows with a fact nobody saw.
create function kernel.ring_again(p_seconds double precision) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n integer := 0;
  r record;
begin
  update orchestration_run set status = 'queued', waiting_for = '{}', available_at = clock_timestamp()
    where id in (select id from orchestration_run
                 where status = 'waiting' and signal <> signal_seen limit 200 for no key update skip locked);
  if (select count(*) from outbox_outboxmessage where kind = 'doorbell' and done_at is null) >= 20 then
    return 0;
  end if;
  for r in select id, organization_id from orchestration_run
      where status = 'queued' and available_at < clock_timestamp() - make_interval(secs => p_seconds)
      order by available_at limit 20
  loop
    perform kernel.ring(r.organization_id, r.id);
    n := n + 1;
  end loop;
  return n;
end $$;
