-- The second guard of the state tables: whoever writes, an illegal pair fails (promises.md 4.2).
create function kernel.check_run_status() returns trigger
language plpgsql as $$
begin
  if old.status is distinct from new.status and not (
    (old.status, new.status) in (
      ('queued', 'running'), ('running', 'waiting'), ('waiting', 'queued'), ('running', 'queued'),
      ('running', 'completed'), ('running', 'failed'), ('running', 'rejected'),
      ('queued', 'cancelling'), ('running', 'cancelling'), ('waiting', 'cancelling'),
      ('needs_attention', 'cancelling'), ('cancelling', 'cancelled'),
      ('running', 'needs_attention'), ('queued', 'needs_attention'),
      ('needs_attention', 'queued'), ('needs_attention', 'failed'), ('needs_attention', 'cancelled'),
      ('queued', 'timed_out'), ('running', 'timed_out'), ('waiting', 'timed_out'),
      ('cancelling', 'timed_out'), ('needs_attention', 'timed_out'))
  ) then
    raise exception 'illegal_transition: run % from % to %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
--;;
create function kernel.check_call_state() returns trigger
language plpgsql as $$
begin
  if old.state is distinct from new.state and not (
    (old.state, new.state) in (
      ('proposed', 'awaiting'), ('proposed', 'allowed'), ('proposed', 'denied'), ('proposed', 'cancelled'),
      ('proposed', 'executing'), ('awaiting', 'allowed'), ('awaiting', 'rejected'), ('awaiting', 'expired'),
      ('awaiting', 'superseded'), ('awaiting', 'cancelled'), ('awaiting', 'denied'), ('awaiting', 'failed'),
      ('awaiting', 'executing'),
      ('allowed', 'executing'), ('allowed', 'awaiting'), ('allowed', 'denied'), ('allowed', 'expired'),
      ('allowed', 'failed'), ('allowed', 'cancelled'),
      ('executing', 'succeeded'), ('executing', 'failed'), ('executing', 'unknown'),
      ('unknown', 'succeeded'), ('unknown', 'failed'), ('unknown', 'allowed'), ('unknown', 'cancelled'))
  ) then
    raise exception 'illegal_transition: call % from % to %', old.id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
--;;
create function kernel.check_approval_state() returns trigger
language plpgsql as $$
begin
  if old.state is distinct from new.state and not (
    old.state = 'pending' or (old.state, new.state) in (
      ('approved', 'superseded'), ('approved', 'expired'), ('approved', 'cancelled'))
  ) then
    raise exception 'illegal_transition: approval % from % to %', old.id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
