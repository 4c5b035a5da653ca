"""Make, edit and delete model connections. A key goes to one host, and that is judged when it is written."""

from dataclasses import dataclass
from typing import Any, TypedDict
from uuid import UUID

from agents_app.connection_rules import connection_problems
from agents_app.environment_secrets import judge_variable
from agents_app.model_address import address_of, judge_address, judge_key_host
from agents_app.models import ModelConnection
from agents_app.providers import PROVIDERS
from agents_app.selectors.places import connections_of, users_of_connections
from agents_app.services.places.editing import change, note, refuse_used, rename, take, take_name
from agents_app.services.places.references import find_credential
from baton.core.errors import Unprocessable
from baton.egress.allow import NOTHING, AllowList
from baton.egress.errors import EgressError
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

SCOPE = "agents:edit"
KEY_SCOPE = "secrets:manage"
"""To give a connection its key, or another address to one that has a key."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the installation lets its organizations do."""

    allow: AllowList = NOTHING
    """The places that models are reached at beside the providers' own."""
    environment_is_open: bool = False
    """They may name a variable of the workers as the key (`judge_variable`)."""


CLOSED = Bounds()


class ConnectionEdit(TypedDict, total=False):
    """What is not named stays as it is."""

    name: str
    provider: str
    base_url: str
    script: Any
    credential: UUID | None
    secret_variable: str
    capabilities: dict[str, Any]
    model_capabilities: dict[str, Any]
    transport: str
    history: str
    max_in_flight: int | None


def create_connection(
    *, actor: Actor, name: str, edit: ConnectionEdit, bounds: Bounds = CLOSED
) -> ModelConnection:
    """A new connection."""
    actor.require(SCOPE)
    with organization_scope(actor.organization_id):
        take_name(actor, name, connections_of(actor.organization_id, actor.project_id))
        row = ModelConnection(
            organization_id=actor.organization_id, project_id=actor.project_id, name=name, provider=""
        )
        values = _judged(actor, row, edit, bounds)
        for field, value in values.items():
            setattr(row, field, value)
        row.save(force_insert=True)
        note(actor, "connection", "create", row, **_told(row))
    return row


def edit_connection(
    *, actor: Actor, connection_id: UUID, seen: int, edit: ConnectionEdit, bounds: Bounds = CLOSED
) -> ModelConnection:
    """The connection as it is afterwards; runs under way use it with their next question to the model."""
    actor.require(SCOPE)
    with organization_scope(actor.organization_id):
        rows = connections_of(actor.organization_id, actor.project_id)
        row = take(actor, rows, connection_id, seen)
        # Versions of agents know it by its id; a draft that calls it by its old name says so.
        rename(actor, row, edit.get("name", row.name), rows, [])
        changed = change(row, _judged(actor, row, edit, bounds))
        if changed:
            note(actor, "connection", "edit", row, changed=changed, **_told(row))
    return row


def delete_connection(*, actor: Actor, connection_id: UUID, seen: int) -> None:
    """Delete the connection, unless an agent uses it."""
    actor.require(SCOPE)
    with organization_scope(actor.organization_id):
        row = take(actor, connections_of(actor.organization_id, actor.project_id), connection_id, seen)
        users = users_of_connections(actor.organization_id, actor.project_id)
        refuse_used(f"The connection '{row.name}'", users.get(str(row.id), []))
        note(actor, "connection", "delete", row, **_told(row))
        row.delete()


def _judged(actor: Actor, row: ModelConnection, edit: ConnectionEdit, bounds: Bounds) -> dict[str, Any]:
    """The columns as they shall be, checked as a whole."""
    provider = edit.get("provider", row.provider)
    if provider not in PROVIDERS:
        message = f"There is no provider {provider[:40]!r}; known are {', '.join(PROVIDERS)}."
        raise Unprocessable("invalid_value", message, field="provider")
    values: dict[str, Any] = {
        "name": edit.get("name", row.name),
        "provider": provider,
        "base_url": edit.get("base_url", row.base_url),
        "script": edit.get("script", row.script),
        "capabilities": edit.get("capabilities", row.capabilities),
        "model_capabilities": edit.get("model_capabilities", row.model_capabilities),
        "transport": edit.get("transport", row.transport),
        "history": edit.get("history", row.history),
        "max_in_flight": edit.get("max_in_flight", row.max_in_flight),
        "credential": row.credential,
        "secret_variable": row.secret_variable,
    }
    if "credential" in edit or "secret_variable" in edit:
        values["credential"] = find_credential(actor, edit.get("credential"))
        values["secret_variable"] = edit.get("secret_variable", "")
        judge_variable(values["secret_variable"], row.secret_variable, is_open=bounds.environment_is_open)
    _refuse_what_does_not_go_together(values)
    _refuse_bad_ways(values)
    _judge_key(actor, row, values)
    _judge_place(values, bounds.allow)
    return values


def _refuse_what_does_not_go_together(values: dict[str, Any]) -> None:
    remote = PROVIDERS[values["provider"]].is_remote
    if remote and values["script"] is not None:
        raise Unprocessable("invalid_value", "Only the scripted model follows a script.", field="script")
    if not remote and not values["script"]:
        raise Unprocessable("missing_field", "The scripted model needs a script.", field="script")
    if not remote and values["base_url"]:
        raise Unprocessable("invalid_value", "The scripted model has no address.", field="base_url")
    if values["credential"] and values["secret_variable"]:
        message = "A key is a credential or read from the environment, not both."
        raise Unprocessable("invalid_value", message, field="secret_variable")
    if not remote and (values["credential"] or values["secret_variable"]):
        raise Unprocessable("invalid_value", "The scripted model has no key.", field="credential")


def _refuse_bad_ways(values: dict[str, Any]) -> None:
    """What is said of models and of how they are asked, by the rules of the definition file."""
    problems = connection_problems(
        values["provider"],
        values["capabilities"],
        values["model_capabilities"],
        values["history"],
        values["max_in_flight"],
    )
    for field, problem in problems:
        raise Unprocessable("invalid_value", problem, field=field)


def _judge_key(actor: Actor, row: ModelConnection, values: dict[str, Any]) -> None:
    """Who may only edit must neither choose a key nor send one elsewhere."""
    had, has = (
        (row.credential_id, row.secret_variable),
        (
            values["credential"].id if values["credential"] else None,
            values["secret_variable"],
        ),
    )
    moved = values["provider"] != row.provider or values["base_url"] != row.base_url
    if had != has or (moved and any(has)):
        actor.require(KEY_SCOPE)


def _judge_place(values: dict[str, Any], allow: AllowList) -> None:
    provider, base_url, credential = values["provider"], values["base_url"], values["credential"]
    try:
        judge_address(provider, base_url, allow)
    except EgressError as error:
        raise type(error)(error.message, field="base_url") from None
    if credential is not None and address_of(provider, base_url):
        try:
            judge_key_host(provider, base_url, credential.name, credential.host)
        except EgressError as error:
            raise type(error)(error.message, field="credential") from None


def _told(row: ModelConnection) -> dict[str, Any]:
    return {
        "provider": row.provider,
        "base_url": row.base_url,
        "credential": row.credential.name if row.credential else None,
    }
