-- A tool of an MCP server is no longer what was imported, as a living worker found before it called it. The
-- first to notice says since when; only a builder takes it back.
create function kernel.quarantine_tool(
  p_worker uuid, p_organization uuid, p_version uuid, p_message text
) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into agents_toolquarantine (version_id, organization_id, message, since)
    select v.id, v.organization_id, left(p_message, 500), clock_timestamp()
      from agents_toolversion v
      where v.organization_id = p_organization and v.id = p_version and v.spec ? 'mcp'
        and kernel.is_alive(p_worker)
    on conflict (version_id) do nothing
$$;
