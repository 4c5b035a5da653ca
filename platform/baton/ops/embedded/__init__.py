"""The servers Baton brings along, so that one command is enough: PostgreSQL and Valkey."""
