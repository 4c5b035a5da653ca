-- The smallest UUIDv7-shaped value of an instant: the bound of a partition.
create function kernel.first_id(p_at timestamptz) returns uuid
language sql immutable as $$
  select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
