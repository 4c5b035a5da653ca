-- The first event of a run and its first doorbell, in the transaction that inserted it.
-- A long input stands in a body, as every long text of the record; the run's row keeps all of it.
create function kernel.open_run(p_run uuid, p_payload jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_input text := p_payload->>'input';
  v_payload jsonb := p_payload;
  v_body uuid;
begin
  update orchestration_run set last_seq = 1
    where id = p_run and last_seq = 0 and status = 'queued' and organization_id = kernel.scope();
  if not found then
    raise exception 'run % is not a new run of this organization', p_run using errcode = 'check_violation';
  end if;
  if length(v_input) > 8192 then
    v_body := gen_random_uuid();
    insert into orchestration_runbody (run_id, id, organization_id, content)
      values (p_run, v_body, kernel.scope(), v_input);
    v_payload := v_payload || jsonb_build_object('input', jsonb_build_object(
      'ref', v_body, 'size', length(v_input), 'head', left(v_input, 512)));
  end if;
  insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
    values (p_run, 1, kernel.scope(), 'run_created', v_payload, clock_timestamp());
  perform kernel.ring(kernel.scope(), p_run);
end $$;
