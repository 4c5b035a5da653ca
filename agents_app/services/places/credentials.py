"""Make, edit and delete credentials. Their values are sealed here and never read back to anybody."""

import re
from typing import Any, TypedDict
from uuid import UUID

from django.db.models.functions import Now

from agents_app.definition.places import HEADER, HOST, PREFIX
from agents_app.environment_secrets import judge_variable
from agents_app.mcp_address import judge_server_key
from agents_app.model_address import judge_key_host
from agents_app.models import Credential
from agents_app.selectors.places import (
    User,
    connections_of,
    credentials_of,
    mcp_servers_of,
    users_of_credentials,
)
from agents_app.services.places.editing import change, note, refuse_used, rename, take, take_name
from baton.core.errors import BadInput, Unprocessable
from baton.core.ids import new_id
from baton.egress.allow import NOTHING
from baton.egress.errors import EgressError
from baton.egress.rule import read_url
from baton.secrets.sealing import Place
from baton.secrets.vault import data_key
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

SCOPE = "secrets:manage"
MAX_HEADER = 100
MAX_HOST = 255
LONGEST_VALUE = 4_000
SHORTEST_VALUE = 8
"""What is shorter could not be hidden in logs and answers without blotting out words."""
_SHORTEST_TOLD = 16
"""The last four characters of less would tell too much of it."""
_UNSEALED = {"sealed": None, "sealed_at": None, "fingerprint": "", "last_four": ""}
"""The count of values stays: otherwise an old ciphertext would fit again."""
_VALUE = re.compile(r"[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?")


class CredentialEdit(TypedDict, total=False):
    """What is not named stays as it is."""

    name: str
    host: str
    header: str
    prefix: str
    value: str | None
    """None takes the value away."""
    secret_variable: str


def create_credential(
    *,
    actor: Actor,
    name: str,
    host: str,
    header: str = "Authorization",
    prefix: str = "",
    value: str | None = None,
    secret_variable: str = "",
    environment_is_open: bool = False,
) -> Credential:
    """A new credential; without a value it is known and cannot be used.

    `environment_is_open`: it may be told to read a variable of the workers (`judge_variable`).
    """
    actor.require(SCOPE)
    judge_variable(secret_variable, "", is_open=environment_is_open)
    _refuse_two_sources(value, secret_variable)
    place = {"host": _host(host), "header": _header(header), "prefix": _prefix(prefix)}
    with organization_scope(actor.organization_id):
        take_name(actor, name, credentials_of(actor.organization_id, actor.project_id))
        row = Credential(
            id=new_id(),
            organization_id=actor.organization_id,
            project_id=actor.project_id,
            name=name,
            secret_variable=secret_variable,
            **place,
        )
        if value is not None:
            for field, each in _sealed(row, value).items():
                setattr(row, field, each)
        row.save(force_insert=True)
        note(actor, "credential", "create", row, host=row.host, has_value=value is not None)
        row.refresh_from_db()
    return row


def edit_credential(
    *,
    actor: Actor,
    credential_id: UUID,
    seen: int,
    edit: CredentialEdit,
    environment_is_open: bool = False,
) -> Credential:
    """The credential as it is afterwards. Its next use has the new value, also in runs under way."""
    actor.require(SCOPE)
    place = (actor.organization_id, actor.project_id)
    with organization_scope(actor.organization_id):
        row = take(actor, credentials_of(*place), credential_id, seen)
        values: dict[str, Any] = {}
        if "name" in edit:
            users = users_of_credentials(*place).get(row.name, [])
            tools = [user for user in users if user.kind == "tool"]
            rename(actor, row, edit["name"], credentials_of(*place), tools)
            values["name"] = edit["name"]
        if "host" in edit:
            values["host"] = _host(edit["host"])
            _refuse_walk(row, values["host"], edit, environment_is_open)
        if "header" in edit:
            values["header"] = _header(edit["header"])
        if "prefix" in edit:
            values["prefix"] = _prefix(edit["prefix"])
        values |= _source(row, edit, environment_is_open)
        changed = change(row, values)
        if changed:
            told = {"name", "host", "header", "prefix", "sealed", "secret_variable"}
            note(actor, "credential", "edit", row, host=row.host, changed=sorted(told & {*changed}))
        row.refresh_from_db()
    return row


def delete_credential(*, actor: Actor, credential_id: UUID, seen: int) -> None:
    """Delete the credential, unless something uses it."""
    actor.require(SCOPE)
    with organization_scope(actor.organization_id):
        row = take(actor, credentials_of(actor.organization_id, actor.project_id), credential_id, seen)
        users = users_of_credentials(actor.organization_id, actor.project_id)
        refuse_used(f"The credential '{row.name}'", users.get(row.name, []))
        note(actor, "credential", "delete", row, host=row.host)
        row.delete()


def _source(row: Credential, edit: CredentialEdit, is_open: bool) -> dict[str, Any]:
    """The columns of where the value is, as far as the edit speaks of it."""
    variable = edit.get("secret_variable", "")
    judge_variable(variable, row.secret_variable, is_open=is_open)
    _refuse_two_sources(edit.get("value"), variable)
    if (value := edit.get("value")) is not None:
        return _sealed(row, value)
    if variable:
        return {**_UNSEALED, "secret_variable": variable}
    if "value" in edit:
        return {**_UNSEALED, "secret_variable": ""}
    return {"secret_variable": ""} if "secret_variable" in edit else {}


def _refuse_two_sources(value: str | None, variable: str) -> None:
    if value is not None and variable:
        message = "A value is stored or read from the environment, not both."
        raise Unprocessable("invalid_value", message, field="secret_variable")


def _refuse_walk(row: Credential, host: str, edit: CredentialEdit, is_open: bool) -> None:
    """A value was given for one host; whoever may edit a credential must not send it to another."""
    if host == row.host:
        return
    # Where the environment is open, its variables can be named for any host anyway.
    is_bound = row.sealed is not None or bool(row.secret_variable and not is_open)
    stays = "value" not in edit and edit.get("secret_variable", row.secret_variable) == row.secret_variable
    if is_bound and stays:
        message = f"The value belongs to {row.host}: give the one for {host} with it."
        raise Unprocessable("missing_field", message, field="value")
    left_behind = []
    connections = connections_of(row.organization_id, row.project_id).filter(credential_id=row.id)
    for connection in connections.order_by("name"):
        try:
            judge_key_host(connection.provider, connection.base_url, row.name, host)
        except EgressError:
            left_behind.append(User("connection", str(connection.id), connection.name))
    servers = mcp_servers_of(row.organization_id, row.project_id).filter(credential_id=row.id)
    for server in servers.order_by("name"):
        try:
            judge_server_key(server.url, row.name, host)
        except EgressError:
            left_behind.append(User("mcp_server", str(server.id), server.name))
    refuse_used(f"The credential '{row.name}' at {row.host}", left_behind)


def _sealed(row: Credential, value: str) -> dict[str, Any]:
    """The columns of a value, sealed at its place. Raises CannotOpen where no KEK is there."""
    if not SHORTEST_VALUE <= len(value) <= LONGEST_VALUE or not _VALUE.fullmatch(value):
        length = f"{SHORTEST_VALUE} to {LONGEST_VALUE}"
        message = f"A value has {length} printable ASCII characters and no space at its ends."
        raise Unprocessable("invalid_value", message, field="value")
    key, version = data_key(row.organization_id), row.sealed_version + 1
    return {
        "sealed": key.seal(value, Place(str(row.organization_id), str(row.id), version)),
        "sealed_version": version,
        "sealed_at": Now(),
        "fingerprint": key.fingerprint(value),
        "last_four": value[-4:] if len(value) >= _SHORTEST_TOLD else "",
        "secret_variable": "",
    }


def _host(text: str) -> str:
    """As requests are compared with it: `shop.example`, or with a port."""
    host = text.strip().lower()
    if not HOST.fullmatch(host) or len(host) > MAX_HOST:
        message = f"{text[:100]!r} is no host; write shop.example or shop.example:8443."
        raise Unprocessable("invalid_value", message, field="host")
    try:
        return read_url(f"https://{host}/", NOTHING).authority
    except (EgressError, BadInput) as error:
        raise Unprocessable("invalid_value", error.message, field="host") from error


def _header(text: str) -> str:
    if len(text) > MAX_HEADER or not HEADER.fullmatch(text):
        raise Unprocessable("invalid_value", f"{text[:100]!r} is no header name.", field="header")
    return text


def _prefix(text: str) -> str:
    if not PREFIX.fullmatch(text):
        message = "A prefix has at most 20 printable ASCII characters, such as 'Bearer '."
        raise Unprocessable("invalid_value", message, field="prefix")
    return text
