-- A provider answers nobody: what a living worker says of one of its connections. One row for each connection
-- while it is out; the first to notice says since when. The project is that of the connection.
create function kernel.note_outage(
  p_worker uuid, p_organization uuid, p_connection uuid, p_code text, p_message text, p_failures integer,
  p_next_in double precision
) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into orchestration_providerstate (
      connection_id, organization_id, project_id, worker_id, code, message, failures, since, next_try_at)
    select c.id, c.organization_id, c.project_id, p_worker, left(p_code, 60), left(p_message, 500), p_failures,
           clock_timestamp(), clock_timestamp() + make_interval(secs => p_next_in)
      from agents_modelconnection c
      where c.organization_id = p_organization and c.id = p_connection and kernel.is_alive(p_worker)
    on conflict (connection_id) do update
      set worker_id = excluded.worker_id, code = excluded.code, message = excluded.message,
          failures = excluded.failures, next_try_at = excluded.next_try_at
$$;
--;;
-- It has answered somebody.
create function kernel.end_outage(p_worker uuid, p_organization uuid, p_connection uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from orchestration_providerstate
    where organization_id = p_organization and connection_id = p_connection and kernel.is_alive(p_worker)
$$;
--;;
-- What nobody knows any more: the worker that said it is gone, or nobody has asked the provider for so long
-- after its next try was due. Answers how many.
create function kernel.forget_outages(p_seconds double precision) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n integer;
begin
  delete from orchestration_providerstate
    where not kernel.is_alive(worker_id) or next_try_at < clock_timestamp() - make_interval(secs => p_seconds);
  get diagnostics n = row_count;
  return n;
end $$;
