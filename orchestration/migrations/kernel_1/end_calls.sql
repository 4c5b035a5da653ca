-- Close what is open of a run that ends from outside. The caller holds the run's lock and counts the events:
-- returns the last seq written. Calls that were executing become unknown, all others cancelled.
create function kernel.end_calls(p_run uuid, p_organization uuid, p_seq integer, p_executing boolean)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a record;
  v_seq integer := p_seq;
begin
  for a in update orchestration_approval
      set state = 'cancelled', version = version + 1
      where run_id = p_run and (state = 'pending' or (state = 'approved' and consumed_at is null))
      returning id, call_id
  loop
    v_seq := v_seq + 1;
    insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
      values (p_run, v_seq, p_organization, 'approval_cancelled',
              jsonb_build_object('approval', a.id, 'call', a.call_id), clock_timestamp());
  end loop;
  update orchestration_toolcall set state = 'cancelled', ended_at = clock_timestamp()
    where run_id = p_run and state in ('proposed', 'awaiting', 'allowed');
  if p_executing then
    for a in update orchestration_toolcall set state = 'unknown'
        where run_id = p_run and state = 'executing' returning id
    loop
      v_seq := v_seq + 1;
      insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
        values (p_run, v_seq, p_organization, 'tool_call_unknown',
                jsonb_build_object('call', a.id, 'code', 'outcome_unknown',
                  'message', 'The run ended while this call was running; whether it happened is not known.'),
                clock_timestamp());
    end loop;
  end if;
  return v_seq;
end $$;
