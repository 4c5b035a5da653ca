-- The organization a caller works for; null where none is set.
create function kernel.scope() returns uuid
language sql stable as $$
  select nullif(current_setting('app.organization', true), '')::uuid
$$;
