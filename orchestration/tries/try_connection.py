"""Try a connection: one small question to its model, with what is stored or with what is being written.

What a provider refuses is an answer here, so that a wrong key is found before an agent needs it. Nothing is
stored; a key that is given for the try is used for it and forgotten.
"""

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from agents_app.environment_secrets import judge_variable
from agents_app.models import ModelConnection
from agents_app.providers import PROVIDERS
from agents_app.selectors.places import connections_of, credentials_of
from agents_app.services.places.connections import KEY_SCOPE, Bounds
from baton.audit.record import record
from baton.core.errors import Unprocessable
from baton.core.hiding import hide_spelt, spellings
from baton.core.ids import new_id
from baton.egress.allow import AllowList
from baton.secrets.known import remember_tried
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope
from orchestration.engine.ports import ModelError, ModelReply, ModelRequest
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.registry import load_adapter
from orchestration.runner.models import open_connection
from orchestration.runner.project import StoredConnection, StoredCredential
from orchestration.tries.project_secrets import ProjectSecrets, secrets_of

SECONDS: Final = 20.0
MAX_OUTPUT_TOKENS: Final = 64
_log = logging.getLogger(__name__)

_HINTS: Final[Mapping[str, str]] = {
    "authentication": "Check the key: mistyped, revoked, or of another account or project.",
    "host_not_allowed": "Use the provider's own address, or ask who operates this Baton to list the host.",
    "provider_rate_limited": "The key works; its account is out of requests or money for now.",
    "provider_unavailable": "Check the address: nothing answers there.",
    "provider_timeout": "Nothing came in time: check the address, or try once more.",
    "provider_error": "The provider has a fault of its own: try once more, or look at its status page.",
    "malformed_stream": "Something answers there that is no model: check the path, often /v1 at its end.",
    "invalid_request": "Check the name of the model, and what the endpoint takes.",
    "context_too_long": "Send a shorter message.",
}


@dataclass(frozen=True, slots=True)
class WantedConnection:
    """What somebody wants to try. `changes` are fields of the connection as they are being written; `key` is
    a key of its own, which is kept nowhere."""

    model: str
    message: str
    connection_id: UUID | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PreparedConnection:
    """A connection that could be asked now, and what must not be read in its answer."""

    stored: StoredConnection
    key: str | None = field(repr=False)
    model: str
    message: str
    spelt: tuple[str, ...] = field(repr=False)
    connection_id: UUID | None


@dataclass(frozen=True, slots=True)
class Answered:
    """The model answered."""

    reply: ModelReply
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Refused:
    """It did not; `hint` says what to look at."""

    code: str
    message: str
    hint: str


def prepare_connection(*, actor: Actor, wanted: WantedConnection, bounds: Bounds) -> PreparedConnection:
    """Everything that is needed to ask. To use a stored key at another address, or for a connection that it
    is not the key of, takes the right to manage secrets."""
    actor.require("agents:try")
    place = (actor.organization_id, actor.project_id)
    with organization_scope(actor.organization_id):
        row = _row(place, wanted.connection_id)
        fields = _fields(row, wanted.changes)
        secrets = secrets_of(*place)
        if wanted.key is not None:
            credential, variable = None, ""
        else:
            credential, variable = _source(actor, place, row, wanted.changes, secrets, bounds)
            if (credential or variable) and _is_elsewhere(row, fields):
                actor.require(KEY_SCOPE)
    stored = StoredConnection(_spec(row, fields), 0, variable, credential)
    key = stored.key() if wanted.key is None else wanted.key
    if wanted.key is not None:
        remember_tried(wanted.key)
    hidden = (*secrets.spelt, *spellings([key] if key else []))
    return PreparedConnection(stored, key, wanted.model, wanted.message, hidden, wanted.connection_id)


def ask_connection(prepared: PreparedConnection, allow: AllowList) -> Answered | Refused:
    """Ask once, through the same adapter and the same door as a run. Holds no transaction."""
    begun = time.monotonic()
    try:
        load_adapter(prepared.stored.spec.provider)
        reply = asyncio.run(_ask(prepared, allow))
    except ModelError as error:
        return _refused(prepared, error.code, error.message)
    except Exception as error:  # a fault of ours is one of this try
        _log.exception("the try of a connection broke")
        return _refused(prepared, "provider_error", f"It broke ({type(error).__name__}).")
    return Answered(reply, round((time.monotonic() - begun) * 1000))


def note_connection(*, actor: Actor, prepared: PreparedConnection, tried: Answered | Refused) -> None:
    """Write down who asked what: it may cost money."""
    spec = prepared.stored.spec
    with organization_scope(actor.organization_id):
        record(
            actor=actor,
            action="connections:try",
            object_kind="connection",
            object_id=prepared.connection_id or "new",
            detail={
                "provider": spec.provider,
                "base_url": spec.base_url or "",
                "model": prepared.model,
                "code": tried.code if isinstance(tried, Refused) else "ok",
            },
        )


def shown_text(prepared: PreparedConnection, text: str) -> str:
    """A text of the provider without any secret."""
    return hide_spelt(text, prepared.spelt)


async def _ask(prepared: PreparedConnection, allow: AllowList) -> ModelReply:
    client = open_connection(prepared.stored, prepared.key, allow)
    request = ModelRequest(
        model=prepared.model,
        messages=({"role": "user", "content": shown_text(prepared, prepared.message)},),
        settings={"max_output_tokens": MAX_OUTPUT_TOKENS},
        timeout=SECONDS,
    )
    try:
        async with asyncio.timeout(SECONDS):
            return await client.complete(request)
    except TimeoutError:
        message = f"The provider did not answer within {SECONDS:g} s."
        raise ModelError("provider_timeout", message, retryable=True) from None
    finally:
        await client.close()


def _refused(prepared: PreparedConnection, code: str, message: str) -> Refused:
    return Refused(code, shown_text(prepared, message), _HINTS.get(code, _HINTS["provider_error"]))


def _row(place: tuple[UUID, UUID], connection_id: UUID | None) -> ModelConnection | None:
    if connection_id is None:
        return None
    row = connections_of(*place).filter(id=connection_id).first()
    if row is None:
        raise Unprocessable("invalid_reference", "There is no such connection.", field="id")
    return row


def _fields(row: ModelConnection | None, changes: Mapping[str, Any]) -> dict[str, Any]:
    stored = {
        "provider": row.provider if row else "",
        "base_url": row.base_url if row else "",
        "script": row.script if row else None,
        "capabilities": row.capabilities if row else {},
        "model_capabilities": row.model_capabilities if row else {},
        "transport": row.transport if row else "sdk",
    }
    fields = {**stored, **{name: value for name, value in changes.items() if name in stored}}
    if fields["provider"] not in PROVIDERS:
        raise Unprocessable("missing_field", "Name the provider, or a stored connection.", field="provider")
    return fields


def _is_elsewhere(row: ModelConnection | None, fields: Mapping[str, Any]) -> bool:
    return row is None or (row.provider, row.base_url) != (fields["provider"], fields["base_url"])


def _source(
    actor: Actor,
    place: tuple[UUID, UUID],
    row: ModelConnection | None,
    changes: Mapping[str, Any],
    secrets: ProjectSecrets,
    bounds: Bounds,
) -> tuple[StoredCredential | None, str]:
    """The credential or the variable that the key is read from."""
    credential_id, variable = (row.credential_id, row.secret_variable) if row else (None, "")
    stored = (credential_id, variable)
    if "credential" in changes or "secret_variable" in changes:
        credential_id, variable = changes.get("credential"), changes.get("secret_variable", "")
        judge_variable(variable, stored[1], is_open=bounds.environment_is_open)
    if (credential_id or variable) and (credential_id, variable) != stored:
        actor.require(KEY_SCOPE)
    if credential_id is None:
        return None, variable
    found = credentials_of(*place).filter(id=credential_id).first()
    if found is None:
        raise Unprocessable("invalid_reference", "There is no such credential.", field="credential")
    value = secrets.values.get(found.name)
    return StoredCredential(
        str(found.id), found.name, found.host, found.header, found.prefix, value.value if value else None
    ), ""


def _spec(row: ModelConnection | None, fields: Mapping[str, Any]) -> ConnectionSpec:
    return ConnectionSpec.of(
        str(row.id if row else new_id()),
        fields["provider"],
        fields["base_url"],
        fields["script"],
        fields["capabilities"],
        model_capabilities=fields["model_capabilities"],
        transport=fields["transport"],
    )
