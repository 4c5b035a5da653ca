"""Credentials, connections and variables as plain answers."""

from collections.abc import Sequence
from typing import Any

from agents_app.models import Credential, McpServer, ModelConnection, Variable
from agents_app.selectors.places import User


def show_credential(row: Credential, users: Sequence[User]) -> dict[str, Any]:
    """Everything but its value."""
    return {
        "id": row.id,
        "name": row.name,
        "host": row.host,
        "header": row.header,
        "prefix": row.prefix,
        "source": source_of(row),
        "secret_variable": row.secret_variable if row.sealed is None else "",
        "last_four": row.last_four,
        "fingerprint": row.fingerprint,
        "sealed_at": row.sealed_at,
        "version": row.version,
        "used_by": [user.to_json() for user in users],
    }


def show_connection(row: ModelConnection, users: Sequence[User]) -> dict[str, Any]:
    """A connection, its credential by name."""
    credential = row.credential
    return {
        "id": row.id,
        "name": row.name,
        "provider": row.provider,
        "base_url": row.base_url,
        "script": row.script,
        "credential": {"id": credential.id, "name": credential.name} if credential else None,
        "secret_variable": row.secret_variable,
        "key": _key_of(row),
        "capabilities": row.capabilities,
        "model_capabilities": row.model_capabilities,
        "transport": row.transport,
        "history": row.history,
        "max_in_flight": row.max_in_flight,
        "version": row.version,
        "used_by": len(users),
    }


def show_mcp_server(row: McpServer, users: Sequence[User]) -> dict[str, Any]:
    """An MCP server, its credential by name."""
    credential = row.credential
    return {
        "id": row.id,
        "name": row.name,
        "url": row.url,
        "credential": {"id": credential.id, "name": credential.name} if credential else None,
        "key": source_of(credential) if credential else "none",
        "is_trusted": row.is_trusted,
        "timeout_seconds": row.timeout_seconds,
        "version": row.version,
        "used_by": [user.to_json() for user in users],
    }


def show_variable(row: Variable, users: Sequence[User]) -> dict[str, Any]:
    """A variable, with the names of tools."""
    return {
        "id": row.id,
        "name": row.name,
        "value": row.value,
        "version": row.version,
        "used_by": [user.name for user in users],
    }


def source_of(row: Credential) -> str:
    """Where its value is. Whether a worker has the variable set is not known here."""
    if row.sealed is not None:
        return "stored"
    return "environment" if row.secret_variable else "missing"


def _key_of(row: ModelConnection) -> str:
    if row.credential is not None:
        return source_of(row.credential)
    return "environment" if row.secret_variable else "none"
