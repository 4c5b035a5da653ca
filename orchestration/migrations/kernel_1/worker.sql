-- A worker's incarnation: enlisted once, renewed by its heartbeat, retired at shutdown. Both answer with the
-- database's clock (seconds since the epoch): no instant of the record comes from a worker's own.
create function kernel.enlist(p_worker uuid, p_host text, p_pid integer, p_lease double precision)
returns double precision
language sql security definer set search_path = public, pg_temp as $$
  insert into orchestration_worker (id, host, pid, until)
  values (p_worker, p_host, p_pid, clock_timestamp() + make_interval(secs => p_lease))
  returning extract(epoch from clock_timestamp())::double precision
$$;
--;;
-- Renew the lease. Null: it ran out or was ended, this incarnation may change nothing any more. Otherwise the
-- runs it holds that were cancelled or have a fact it may not have seen.
create function kernel.heartbeat(p_worker uuid, p_lease double precision) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update orchestration_worker set until = clock_timestamp() + make_interval(secs => p_lease)
    where id = p_worker and not stopped and until > clock_timestamp();
  if not found then
    return null;
  end if;
  return jsonb_build_object('now', extract(epoch from clock_timestamp()), 'runs', coalesce((
    select jsonb_agg(jsonb_build_object('run', id, 'status', status, 'signal', signal))
      from orchestration_run
      where status in ('running', 'cancelling') and worker_id = p_worker
        and (status = 'cancelling' or signal <> signal_seen)), '[]'::jsonb));
end $$;
--;;
create function kernel.retire(p_worker uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update orchestration_worker set stopped = true where id = p_worker
$$;
--;;
-- Runs that the record says a worker holds and the worker knows nothing of go back to the queue: the answer to
-- its claim was lost, or a run could not even be ended. Their epoch moves on with the next claim.
create function kernel.let_go(p_worker uuid, p_driven uuid[]) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r record;
  n integer := 0;
begin
  for r in select id, organization_id, status from orchestration_run
      where worker_id = p_worker and id <> all(p_driven) for no key update skip locked
  loop
    update orchestration_run
      set worker_id = null, version = version + 1,
          status = case status when 'running' then 'queued' else status end,
          available_at = case status when 'running' then clock_timestamp() else available_at end
      where id = r.id;
    if r.status = 'running' then
      perform kernel.ring(r.organization_id, r.id);
    end if;
    n := n + 1;
  end loop;
  return n;
end $$;
