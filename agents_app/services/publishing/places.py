"""Publish where things are reached: variables, credentials, model connections. These have no versions."""

from collections.abc import Iterator, Mapping
from typing import Any

from agents_app.definition import CredentialDefinition, Definition, VariableDefinition
from agents_app.environment_secrets import judge_variable
from agents_app.models import Credential, McpServer, ModelConnection, Variable
from agents_app.services.publishing.publication import Publication
from baton.core.errors import Unprocessable

_NO_VALUE: Mapping[str, Any] = {"sealed": None, "last_four": "", "fingerprint": "", "sealed_at": None}


def publish_variables(
    publication: Publication, variables: tuple[VariableDefinition, ...], environment: Mapping[str, str]
) -> dict[str, str]:
    """Make or update the project's variables; those named `from_environment` are read now."""
    values = {variable.name: _value(variable, environment) for variable in variables}
    publication.upsert(Variable, "variable", {name: {"value": value} for name, value in values.items()})
    return values


def judge_variables(publication: Publication, definition: Definition, *, is_open: bool) -> None:
    """Refuse a secret of the environment to who may not name one."""
    for _, error in refused_variables(publication, definition, is_open=is_open):
        raise error


def refused_variables(
    publication: Publication, definition: Definition, *, is_open: bool
) -> Iterator[tuple[tuple[str, ...], Unprocessable]]:
    """Every name that is refused, and where it stands. What is there may stay, as long as it is sent to where
    it is sent now: otherwise a file could have it sent to a host of its author."""
    keys = publication.existing(Credential, [each.name for each in definition.credentials])
    for each in definition.credentials:
        key = keys.get(each.name)
        stored = key.secret_variable if key and key.host == each.host else ""
        place = ("credentials", each.name, "from_environment")
        yield from _refusal(place, each.secret_variable, stored, is_open)
    connections = publication.existing(ModelConnection, [each.name for each in definition.connections])
    for connection in definition.connections:
        row = connections.get(connection.name)
        stored = row.secret_variable if row and row.base_url == (connection.base_url or "") else ""
        place = ("connections", connection.name, "key_from_environment")
        yield from _refusal(place, connection.secret_variable or "", stored, is_open)


def _refusal(
    place: tuple[str, ...], wanted: str, stored: str, is_open: bool
) -> Iterator[tuple[tuple[str, ...], Unprocessable]]:
    try:
        judge_variable(wanted, stored, is_open=is_open)
    except Unprocessable as error:
        yield place, error


def publish_credentials(publication: Publication, definition: Definition) -> dict[str, Credential]:
    """Make or update credentials. A changed host voids approvals that were given for the old one."""
    known = publication.existing(Credential, [each.name for each in definition.credentials])
    wanted = {each.name: _credential(each, known.get(each.name)) for each in definition.credentials}
    return publication.upsert(Credential, "credential", wanted)


def publish_connections(
    publication: Publication, definition: Definition, credentials: Mapping[str, Credential]
) -> dict[str, ModelConnection]:
    """Make or update model connections."""
    wanted = {
        each.name: {
            "provider": each.provider,
            "base_url": each.base_url or "",
            "script": each.script,
            "secret_variable": each.secret_variable or "",
            "credential_id": credentials[each.credential].id if each.credential else None,
            "capabilities": dict(each.capabilities),
            "model_capabilities": dict(each.model_capabilities),
            "transport": each.transport,
            "history": each.history,
            "max_in_flight": each.max_in_flight,
        }
        for each in definition.connections
    }
    return publication.upsert(ModelConnection, "connection", wanted)


def publish_mcp_servers(
    publication: Publication, definition: Definition, credentials: Mapping[str, Credential]
) -> dict[str, McpServer]:
    """Make or update MCP servers. Whoever publishes manages secrets, and may call one trusted."""
    wanted = {
        each.name: {
            "url": each.url,
            "credential_id": credentials[each.credential].id if each.credential else None,
            "is_trusted": each.is_trusted,
            "timeout_seconds": each.timeout_seconds,
        }
        for each in definition.mcp_servers
    }
    return publication.upsert(McpServer, "mcp_server", wanted)


def _credential(each: CredentialDefinition, known: Credential | None) -> dict[str, Any]:
    """What a file says of a credential. It never says a value: the one that was typed in stays, but only for
    the place it was typed in for, otherwise a file could have it sent to a host of its author."""
    place = {"host": each.host, "header": each.header, "prefix": each.prefix}
    if each.secret_variable:
        return {**place, "secret_variable": each.secret_variable, **_NO_VALUE}
    if known is None:
        return {**place, "secret_variable": ""}
    moved = known.host != each.host or known.header != each.header
    return {**place, "secret_variable": "", **_NO_VALUE} if moved else place


def _value(variable: VariableDefinition, environment: Mapping[str, str]) -> str:
    if variable.from_environment is None:
        return variable.value or ""
    value = environment.get(variable.from_environment, "")
    if not value:
        message = (
            f"The variable '{variable.name}' is read from {variable.from_environment}, which is not set."
        )
        raise Unprocessable("variable_missing", message, field=f"variables.{variable.name}")
    return value
