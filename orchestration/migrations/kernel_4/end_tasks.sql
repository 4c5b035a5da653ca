-- A run has ended, whoever ended it: none of its agents works on anything any more (agents 6).
create function kernel.end_tasks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update orchestration_task set is_processing = false where run_id = new.id and is_processing;
  return null;
end $$;
