-- The journal: what a worker's runs have to record, in one transaction (docs/architecture.md, The journal).
--
-- p_batch is a list of entries, at most one per run:
--   {run, epoch, expect_signal?, seen_signal?, intents?: [...], events?: [{kind, payload}],
--    rows?: {task, step, attempt, toolcall, approval, runbody: [...]}, tasks?: [{id, is_processing}],
--    calls?: [{id, state, result_kind?, result_code?}], approvals?: [{id, state}], patch?: {status, waiting_for, output, error_code, error_message, steps_used,
--    tokens_used, available_in}}
-- Answers one row per entry, in order: done, busy (somebody holds the row: try the next batch), fenced (not this
-- worker's any more: stop), moved (a fact came that the entry did not know), cancelling (results and an end
-- may still be recorded, nothing new), refused (a call or the next model call may not start; detail =
-- [{call, reason}], call null for the model).
-- Organization, project, run and seq always come from the locked run row, never from the entry. They and the
-- instant of the events are answered too, so that who sent the entry can tell others of it without asking again.
create function kernel.commit(p_worker uuid, p_batch jsonb)
returns table (n integer, outcome text, base_seq integer, last_seq integer, run_status text,
               run_signal integer, detail jsonb, organization_id uuid, project_id uuid, at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
  v_alive boolean := kernel.is_alive(p_worker);
  v_runs jsonb;
  v_done jsonb := '[]';
  v_refused jsonb;
  v_next text;
  v_asks_model boolean;
  e jsonb;
  r jsonb;
  i integer := -1;
begin
  with locked as (
    select q.id, q.organization_id, q.project_id, q.status, q.worker_id, q.lease_epoch, q.signal, q.last_seq, q.deadline_at
      from orchestration_run q
      where q.id in (select (x->>'run')::uuid from jsonb_array_elements(p_batch) x)
      order by q.id for no key update skip locked
  )
  select coalesce(jsonb_object_agg(l.id, to_jsonb(l)), '{}') into v_runs from locked l;

  for e in select x from jsonb_array_elements(p_batch) x loop
    i := i + 1;
    n := i;
    r := v_runs->(e->>'run');
    v_next := e->'patch'->>'status';
    v_asks_model := coalesce(e->'events' @> '[{"kind": "model_call_started"}]', false);
    detail := null;
    if r is null then
      outcome := case when exists (select from orchestration_run where id = (e->>'run')::uuid)
        then 'busy' else 'fenced' end;
    elsif not v_alive or r->>'worker_id' is distinct from p_worker::text
       or (r->>'lease_epoch')::integer <> (e->>'epoch')::integer
       or r->>'status' not in ('running', 'cancelling') then
      outcome := 'fenced';
    elsif (e->>'expect_signal')::integer is distinct from (r->>'signal')::integer and e ? 'expect_signal' then
      outcome := 'moved';
    elsif r->>'status' = 'cancelling'
       and (coalesce(v_next, 'cancelled') not in ('cancelled', 'timed_out') or v_asks_model
            or jsonb_array_length(coalesce(e->'intents', '[]')) > 0
            or jsonb_array_length(coalesce(e->'rows'->'toolcall', '[]')) > 0
            or jsonb_array_length(coalesce(e->'rows'->'approval', '[]')) > 0) then
      outcome := 'cancelling';
    else
      outcome := 'done';
      if e ? 'intents' then
        select jsonb_agg(jsonb_build_object('call', y.intent->>'call', 'reason', y.reason)) into v_refused
          from (select x as intent, kernel.may_start((r->>'id')::uuid, (r->>'organization_id')::uuid,
                                                    (r->>'deadline_at')::timestamptz, x) as reason
                  from jsonb_array_elements(e->'intents') x) y
          where y.reason is not null;
      else
        v_refused := null;
      end if;
      if v_refused is null and v_asks_model then
        select jsonb_build_array(jsonb_build_object('call', null, 'reason', reason)) into v_refused
          from kernel.held_back((r->>'organization_id')::uuid, (r->>'deadline_at')::timestamptz) reason
          where reason is not null;
      end if;
      if v_refused is not null then
        outcome := 'refused';
        detail := v_refused;
      elsif exists (
          select from jsonb_array_elements(coalesce(e->'calls', '[]') || coalesce(e->'rows'->'toolcall', '[]')) k
            where k->>'state' = 'executing' and not exists (
              select from jsonb_array_elements(coalesce(e->'intents', '[]')) y where y->>'call' = k->>'id')) then
        raise exception 'run %: a call would execute without an intent', r->>'id'
          using errcode = 'check_violation';
      end if;
    end if;
    base_seq := (r->>'last_seq')::integer;
    last_seq := base_seq;
    run_status := r->>'status';
    run_signal := (r->>'signal')::integer;
    organization_id := (r->>'organization_id')::uuid;
    project_id := (r->>'project_id')::uuid;
    at := v_now;
    if outcome = 'done' then
      last_seq := base_seq + jsonb_array_length(coalesce(e->'events', '[]'));
      run_status := coalesce(v_next, run_status);
      v_done := v_done || jsonb_build_array(e || jsonb_build_object(
        'run', r->'id', 'organization', r->'organization_id', 'project', r->'project_id', 'base', base_seq, 'last', last_seq));
    end if;
    return next;
  end loop;

  if v_done = '[]'::jsonb then
    return;
  end if;

  insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
    select (x->>'run')::uuid, (x->>'base')::integer + v.place, (x->>'organization')::uuid, v.event->>'kind',
           v.event->'payload', v_now
      from jsonb_array_elements(v_done) x
      cross join lateral jsonb_array_elements(x->'events') with ordinality v(event, place);

  insert into orchestration_runbody
    select p.* from jsonb_array_elements(v_done) x
      cross join lateral jsonb_array_elements(x->'rows'->'runbody') v
      cross join lateral jsonb_populate_record(null::orchestration_runbody, v
        || jsonb_build_object('run_id', x->'run', 'organization_id', x->'organization')) p;
  -- Ends before starts: an agent that has ended one task may begin the next in the same entry.
  update orchestration_task k set is_processing = u.is_processing
    from (select (x->>'run')::uuid as run_id, c.* from jsonb_array_elements(v_done) x
            cross join lateral jsonb_to_recordset(x->'tasks') as c(id uuid, is_processing boolean)) u
    where k.id = u.id and k.run_id = u.run_id;
  insert into orchestration_task
    select p.* from jsonb_array_elements(v_done) x
      cross join lateral jsonb_array_elements(x->'rows'->'task') v
      cross join lateral jsonb_populate_record(null::orchestration_task, v || jsonb_build_object(
        'run_id', x->'run', 'organization_id', x->'organization', 'created_at', v_now,
        'parent_id', (select k.id from orchestration_task k
                        where k.run_id = (x->>'run')::uuid and k.parent_id is null))) p;
  insert into orchestration_step
    select p.* from jsonb_array_elements(v_done) x
      cross join lateral jsonb_array_elements(x->'rows'->'step') v
      cross join lateral jsonb_populate_record(null::orchestration_step, jsonb_build_object('ended_at', v_now) || v
        || jsonb_build_object('run_id', x->'run', 'organization_id', x->'organization')) p;
  insert into orchestration_attempt
    select p.* from jsonb_array_elements(v_done) x
      cross join lateral jsonb_array_elements(x->'rows'->'attempt') v
      cross join lateral jsonb_populate_record(null::orchestration_attempt, v
        || jsonb_build_object('run_id', x->'run', 'organization_id', x->'organization', 'ended_at', v_now)) p;
  insert into orchestration_toolcall
    select p.* from jsonb_array_elements(v_done) x
      cross join lateral jsonb_array_elements(x->'rows'->'toolcall') v
      cross join lateral jsonb_populate_record(null::orchestration_toolcall, v || jsonb_build_object(
        'run_id', x->'run', 'organization_id', x->'organization', 'created_at', v_now,
        'executions', case when v->>'state' = 'executing' then 1 else 0 end,
        'started_at', case when v->>'state' = 'executing' then v_now end,
        'ended_at', case when v->>'state' not in ('proposed', 'awaiting', 'allowed', 'executing', 'unknown')
          then v_now end)) p;
  -- Before the new cards: a call has at most one that is pending.
  update orchestration_approval a set state = u.state, version = a.version + 1
    from (select (x->>'run')::uuid as run_id, k.* from jsonb_array_elements(v_done) x
            cross join lateral jsonb_to_recordset(x->'approvals') as k(id uuid, state text)) u
    where a.id = u.id and a.run_id = u.run_id and u.state in ('superseded', 'expired');
  -- A card is born pending and undecided, whatever the entry says (promise P23).
  insert into orchestration_approval
    select p.* from jsonb_array_elements(v_done) x
      cross join lateral jsonb_array_elements(x->'rows'->'approval') v
      cross join lateral jsonb_populate_record(null::orchestration_approval, v || jsonb_build_object(
        'run_id', x->'run', 'organization_id', x->'organization', 'project_id', x->'project',
        'created_at', v_now, 'state', 'pending',
        'version', 1, 'decided_at', null, 'decided_by_kind', null, 'decided_by_id', null,
        'decided_by_name', null, 'decision', null, 'reason', null, 'consumed_at', null)) p;
  -- After them: the end of a run or of a task may cancel a card that the same entry has brought.
  update orchestration_approval a set state = 'cancelled', version = a.version + 1
    from (select (x->>'run')::uuid as run_id, k.* from jsonb_array_elements(v_done) x
            cross join lateral jsonb_to_recordset(x->'approvals') as k(id uuid, state text)) u
    where a.id = u.id and a.run_id = u.run_id and u.state = 'cancelled';

  update orchestration_toolcall c
    set state = u.state, result_kind = coalesce(u.result_kind, c.result_kind),
        result_code = coalesce(u.result_code, c.result_code),
        executions = c.executions + case when u.state = 'executing' then 1 else 0 end,
        started_at = case when u.state = 'executing' then v_now else c.started_at end,
        ended_at = case when u.state in ('denied', 'succeeded', 'failed', 'rejected', 'expired', 'superseded',
                                         'cancelled') then v_now else c.ended_at end
    from (select (x->>'run')::uuid as run_id, k.* from jsonb_array_elements(v_done) x
            cross join lateral jsonb_to_recordset(x->'calls')
              as k(id uuid, state text, result_kind text, result_code text)) u
    where c.id = u.id and c.run_id = u.run_id;
  -- An intent consumes its approval in the same transaction that makes the call executing.
  update orchestration_approval a set consumed_at = v_now, version = a.version + 1
    from (select (x->>'run')::uuid as run_id, (y->>'approval')::uuid as id from jsonb_array_elements(v_done) x
            cross join lateral jsonb_array_elements(x->'intents') y
            where y->>'approval' is not null and not coalesce((y->>'again')::boolean, false)) u
    where a.id = u.id and a.run_id = u.run_id;

  update orchestration_run q
    set last_seq = u.last_seq,
        -- Progress is an event. A call that is sent again and again writes none; a run that is given back in
        -- order did nothing wrong, so that claim does not count either.
        claims_since_progress = case when u.last_seq > q.last_seq then 0
          when u.patch->>'status' = 'queued' then greatest(q.claims_since_progress - 1, 0)
          else q.claims_since_progress end,
        signal_seen = coalesce(u.seen_signal, q.signal_seen),
        status = coalesce(u.patch->>'status', q.status),
        waiting_for = case when u.patch ? 'status'
          then array(select jsonb_array_elements_text(coalesce(u.patch->'waiting_for', '[]')))
          else q.waiting_for end,
        output = coalesce(u.patch->>'output', q.output),
        error_code = coalesce(u.patch->>'error_code', q.error_code),
        error_message = coalesce(u.patch->>'error_message', q.error_message),
        steps_used = coalesce((u.patch->>'steps_used')::integer, q.steps_used),
        tokens_used = coalesce((u.patch->>'tokens_used')::bigint, q.tokens_used),
        worker_id = case when coalesce(u.patch->>'status', q.status) in ('running', 'cancelling')
          then q.worker_id end,
        available_at = case when u.patch->>'status' = 'queued'
          then v_now + make_interval(secs => coalesce((u.patch->>'available_in')::double precision, 0))
          else q.available_at end,
        ended_at = case when u.patch->>'status' in ('completed', 'failed', 'cancelled', 'timed_out', 'rejected')
          then v_now else q.ended_at end,
        version = q.version + case when u.patch ? 'status' then 1 else 0 end
    from (select (x->>'run')::uuid as id, (x->>'last')::integer as last_seq,
                 (x->>'seen_signal')::integer as seen_signal, coalesce(x->'patch', '{}') as patch
            from jsonb_array_elements(v_done) x) u
    where q.id = u.id;
end $$;
