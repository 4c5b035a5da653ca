"""Tools of MCP servers. What imports the SDK is loaded by name: its import stands still for seconds."""
