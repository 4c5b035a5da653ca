-- Promise a doorbell for a run; the relay rings it after the commit.
create function kernel.ring(p_organization uuid, p_run uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into outbox_outboxmessage (id, organization_id, kind, dedupe_key, payload)
  values (gen_random_uuid(), p_organization, 'doorbell', '', jsonb_build_object('run', p_run))
$$;
