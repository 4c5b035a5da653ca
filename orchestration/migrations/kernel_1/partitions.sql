-- Months ahead for the tables that are partitioned by run id: a UUIDv7 begins with its milliseconds.
create function kernel.ensure_partitions(p_months integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_table text;
  v_start timestamptz;
  v_name text;
  n integer := 0;
begin
  for m in 0..p_months loop
    v_start := date_trunc('month', clock_timestamp(), 'UTC') + make_interval(months => m);
    foreach v_table in array array['orchestration_traceevent', 'orchestration_step', 'orchestration_attempt',
                                   'orchestration_runbody'] loop
      v_name := v_table || '_' || to_char(v_start at time zone 'UTC', 'YYYYMM');
      continue when to_regclass('public.' || v_name) is not null;
      execute format('create table %I partition of %I for values from (%L) to (%L)', v_name, v_table,
                     kernel.first_id(v_start), kernel.first_id(v_start + interval '1 month'));
      n := n + 1;
    end loop;
  end loop;
  return n;
end $$;
