-- Take queued runs in fair order: the first of each organization, then the second of each, and so on, beginning
-- with the organization after p_after, the last one this worker was served from (promise P33).
-- A run claimed p_max_claims times without progress is set aside for a person (promise P12). Whichever of the
-- runs a worker held has killed it, all of them lost a claim: the fewer a run has left, the fewer like it a worker
-- holds at once (64, 8, and with the last one it is alone), so that the innocent get on and one is found out.
create function kernel.claim(p_worker uuid, p_slots integer, p_max_claims integer, p_after uuid)
returns table (
  run_id uuid, organization_id uuid, project_id uuid, agent_version_id uuid, orchestration_version_id uuid,
  task_id uuid, epoch integer, run_signal integer, last_seq integer, steps_used integer, tokens_used bigint, trace_id text,
  deadline_seconds double precision, records jsonb
)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_mine uuid[] := '{}';
  v_open uuid[] := '{}';
  v_room integer[] := '{}';
  v_held integer[];
  r record;
begin
  if not kernel.is_alive(p_worker) or (select paused_at is not null from tenancy_platform where id = 1) then
    return;
  end if;
  -- Where more may wait than there is room, one worker claims at a time: what another has taken and not
  -- committed yet cannot be counted. Everybody else passes such an organization by and is never held up.
  for r in select q.* from kernel.queues() q
      order by coalesce(q.organization_id <= p_after, false), q.organization_id
  loop
    if not r.is_crowded then
      v_open := v_open || r.organization_id;
      v_room := v_room || r.room;
    elsif pg_try_advisory_xact_lock(hashtextextended('kernel.claim ' || r.organization_id, 0)) then
      v_mine := v_mine || r.organization_id;
    end if;
    exit when cardinality(v_open) + cardinality(v_mine) >= p_slots;
  end loop;
  select array[count(*) filter (where q.claims_since_progress >= p_max_claims),
               count(*) filter (where q.claims_since_progress >= p_max_claims - 1),
               count(*) filter (where q.claims_since_progress >= p_max_claims - 2)] into v_held
    from orchestration_run q where q.worker_id = p_worker;
  with space as (
    select s.id, s.room from unnest(v_open, v_room) s(id, room)
    union all
    select o.id, o.max_running - (select count(*) from orchestration_run h
                                    where h.status = 'running' and h.organization_id = o.id)
      from tenancy_organization o where o.id = any(v_mine)
  ), candidate as (
    select c.id, s.id as organization_id,
           row_number() over (partition by s.id order by c.available_at, c.id) as place
      from space s
      cross join lateral (
        select c.id, c.available_at from orchestration_run c
          where c.status = 'queued' and c.organization_id = s.id
            and c.available_at <= clock_timestamp() and c.deadline_at > clock_timestamp()
            and case p_max_claims - c.claims_since_progress
              when 1 then v_held[1] < 1 when 2 then v_held[2] < 8 when 3 then v_held[3] < 64 else true end
          order by c.available_at, c.id
          limit greatest(least(p_slots, s.room), 0)
      ) c
  )
  select array_agg(picked.id order by picked.turn) into v_ids from (
    select c.id, row_number() over (order by c.place, coalesce(c.organization_id <= p_after, false),
                                             c.organization_id) as turn
      from candidate c order by turn limit p_slots
  ) picked;
  if v_ids is null then
    return;
  end if;
  select array_agg(locked.id order by array_position(v_ids, locked.id)) into v_ids from (
    select q.id from orchestration_run q where q.id = any(v_ids) and q.status = 'queued'
      for no key update skip locked
  ) locked;
  select array_agg(k.id order by k.turn) into v_ids from (
    select q.id, t.turn, p_max_claims - q.claims_since_progress as lives,
           v_held[1] + count(*) filter (where q.claims_since_progress = p_max_claims - 1) over (order by t.turn) as last,
           v_held[2] + count(*) filter (where q.claims_since_progress between p_max_claims - 2
                                                                      and p_max_claims - 1) over (order by t.turn) as few,
           v_held[3] + count(*) filter (where q.claims_since_progress between p_max_claims - 3
                                                                      and p_max_claims - 1) over (order by t.turn) as some
      from unnest(v_ids) with ordinality t(id, turn) join orchestration_run q on q.id = t.id
  ) k
  where k.lives not between 1 and 3 or (k.some <= 64 and (k.lives > 2 or k.few <= 8) and (k.lives > 1 or k.last <= 1));

  for r in select q.id, q.organization_id, q.last_seq, q.claims_since_progress from orchestration_run q
      where q.id = any(v_ids) and q.claims_since_progress >= p_max_claims
  loop
    insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)
      values (r.id, r.last_seq + 1, r.organization_id, 'run_needs_attention', jsonb_build_object(
        'code', 'no_progress', 'call', null,
        'message', format('%s workers took this run and none got any further.', r.claims_since_progress)),
        clock_timestamp());
    update orchestration_run q
      set status = 'needs_attention', last_seq = q.last_seq + 1, error_code = 'no_progress',
          error_message = format('%s workers took this run and none got any further.', r.claims_since_progress),
          version = q.version + 1
      where q.id = r.id;
  end loop;

  return query
    with taken as (
      update orchestration_run q
        set status = 'running', worker_id = p_worker, lease_epoch = q.lease_epoch + 1, claims = q.claims + 1,
            claims_since_progress = q.claims_since_progress + 1, signal_seen = q.signal,
            started_at = coalesce(q.started_at, clock_timestamp()), version = q.version + 1
        where q.id = any(v_ids) and q.status = 'queued'
        returning q.*
    )
    select t.id, t.organization_id, t.project_id, t.agent_version_id, t.orchestration_version_id,
           (select k.id from orchestration_task k where k.run_id = t.id and k.parent_id is null),
           t.lease_epoch, t.signal, t.last_seq, t.steps_used, t.tokens_used, t.trace_id::text,
           extract(epoch from t.deadline_at - clock_timestamp())::double precision,
           (select coalesce(jsonb_agg(jsonb_build_object(
              'seq', e.seq, 'kind', e.kind, 'payload', e.payload) order by e.seq), '[]'::jsonb)
              from orchestration_traceevent e where e.run_id = t.id)
      from taken t order by array_position(v_ids, t.id);
end $$;
