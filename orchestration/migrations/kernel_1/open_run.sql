-- The first event of a run and its first doorbell, in the transaction that inserted it.
create function kernel.open_run(p_run uuid, p_payload jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update orchestration_run set last_seq = 1
    where id = p_run and last_seq = 0 and status = 'queued' and organization_id = kernel.scope();
  if not found then
    raise exception 'run % is not a new run of this organization', p_run using errcode = 'check_violation';
  end if;
  insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
    values (p_run, 1, kernel.scope(), 'run_created', p_payload, clock_timestamp());
  perform kernel.ring(kernel.scope(), p_run);
end $$;
