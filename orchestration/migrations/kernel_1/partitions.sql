-- Months ahead for the tables that are partitioned by run id: a UUIDv7 begins with its milliseconds.
-- A month is one of UTC, whatever zone the session is in; supervisors that ask at once wait for each other.
create function kernel.ensure_partitions(p_months integer) returns integer
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  v_table text;
  v_start timestamptz;
  v_name text;
  n integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('kernel.ensure_partitions', 0));
  for m in 0..p_months loop
    v_start := date_trunc('month', clock_timestamp()) + make_interval(months => m);
    foreach v_table in array array['orchestration_traceevent', 'orchestration_step', 'orchestration_attempt',
                                   'orchestration_runbody'] loop
      v_name := v_table || '_' || to_char(v_start, 'YYYYMM');
      continue when to_regclass('public.' || v_name) is not null;
      begin
        execute format('create table %I partition of %I for values from (%L) to (%L)', v_name, v_table,
                       kernel.first_id(v_start), kernel.first_id(v_start + interval '1 month'));
        n := n + 1;
      exception when check_violation then
        -- Rows of that month came while it was missing: they stay where they are, and so will the rest.
        raise warning 'the rows of % stay in its default partition: some were written before it', v_name;
      end;
    end loop;
  end loop;
  return n;
end $$;
