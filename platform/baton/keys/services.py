"""Make an API key, set when it ends, revoke it. What falls away falls away at once, open streams too."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now

from baton.api.preconditions import require_current
from baton.audit.record import record
from baton.core.clock import now, to_rfc3339
from baton.core.errors import Conflict, Forbidden, NotFound, Unprocessable
from baton.core.text import hidden_sign
from baton.keys.selectors import keys_of
from baton.live.bus import Revoked
from baton.live.sending import publish
from baton.tenancy.actor import Actor
from baton.tenancy.models import ApiKey
from baton.tenancy.roles import DEFAULT_KEY_SCOPES
from baton.tenancy.scope import organization_scope
from baton.tenancy.services.create_api_key import create_api_key

SCOPE = "keys:manage"
MAX_NAME = 120


def issue_key(
    *,
    actor: Actor,
    name: str,
    scopes: Collection[str] = DEFAULT_KEY_SCOPES,
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """The key and its text, which is shown this once."""
    actor.require(SCOPE)
    if name != name.strip() or not name or len(name) > MAX_NAME or hidden_sign(name):
        message = f"A name has 1 to {MAX_NAME} characters, none of them hidden, and no space at its ends."
        raise Unprocessable("invalid_value", message, field="name")
    if not scopes:
        raise Unprocessable("invalid_value", "A key that may do nothing opens nothing.", field="scopes")
    _refuse_past(expires_at)
    with organization_scope(actor.organization_id):
        if ApiKey.objects.filter(organization_id=actor.organization_id, name=name).exists():
            message = f"There is a key called '{name}' in this organization already."
            raise Conflict("already_exists", message, field="name")
        key, text = create_api_key(
            actor=actor,
            project_id=actor.project_id,
            name=name,
            scopes=set(scopes),
            expires_at=expires_at,
        )
        _note(actor, key, "create", scopes=key.scopes, expires_at=_instant(expires_at))
    return key, text


def set_key_end(*, actor: Actor, key_id: UUID, seen: int, expires_at: datetime | None) -> ApiKey:
    """The key as it is afterwards. One that has ended stays ended: its holder was told so."""
    actor.require(SCOPE)
    _refuse_past(expires_at)
    with organization_scope(actor.organization_id):
        key = _take(actor, key_id)
        require_current(seen, key.version)
        if key.revoked_at is not None or (key.expires_at is not None and key.expires_at <= now()):
            raise Conflict("key_ended", f"The key '{key.name}' has ended; make a new one.")
        later = key.expires_at is not None and (expires_at is None or expires_at > key.expires_at)
        beyond = sorted(scope for scope in key.scopes if not actor.can(scope))
        if later and beyond:
            raise Forbidden("insufficient_scope", f"You may not prolong {beyond[0]}, which you do not have.")
        if key.expires_at != expires_at:
            before, key.expires_at = key.expires_at, expires_at
            key.version += 1
            key.save(update_fields=["expires_at", "version"])
            _note(actor, key, "edit", before=_instant(before), expires_at=_instant(expires_at))
            _tell(key)
    return key


def revoke_key(*, actor: Actor, key_id: UUID) -> ApiKey:
    """The revoked key, which opens nothing from now on. A second time changes nothing."""
    actor.require(SCOPE)
    with organization_scope(actor.organization_id):
        key = _take(actor, key_id)
        if key.revoked_at is None:
            key.version += 1
            key.revoked_at = Now()
            key.save(update_fields=["revoked_at", "version"])
            key.refresh_from_db(fields=["revoked_at"])
            _note(actor, key, "revoke")
            _tell(key)
    return key


def _take(actor: Actor, key_id: UUID) -> ApiKey:
    """The key, held until the transaction ends."""
    keys = keys_of(actor.organization_id, actor.project_id).filter(id=key_id)
    key = keys.select_for_update(no_key=True, of=("self",)).first()
    if key is None:
        raise NotFound
    return key


def _refuse_past(expires_at: datetime | None) -> None:
    if expires_at is not None and expires_at <= now():
        raise Unprocessable("invalid_value", "A key ends in the future, or never.", field="expires_at")


def _tell(key: ApiKey) -> None:
    """Streams are known by the person behind them: those of the maker's keys are looked at again."""
    message = Revoked(user=str(key.created_by_id))
    transaction.on_commit(lambda: publish(message))


def _note(actor: Actor, key: ApiKey, what: str, **detail: object) -> None:
    record(
        actor=actor,
        action=f"keys:{what}",
        object_kind="api_key",
        object_id=key.id,
        detail={"name": key.name, **detail},
    )


def _instant(at: datetime | None) -> str | None:
    return None if at is None else to_rfc3339(at)
