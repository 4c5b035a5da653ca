"""Make tools of chosen operations of an OpenAPI document: drafts, all of them or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from agents_app.kinds import Kind
from agents_app.openapi import Imported, Operation, read_openapi
from agents_app.selectors.check import Given
from agents_app.services.drafts.create_object import create_object
from agents_app.spec import EffectClass, Risk
from baton.core.errors import BatonError, Unprocessable
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

MAX_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class Chosen:
    """An operation as a person wants it. What they do not say stays as it is proposed."""

    key: str
    name: str
    effect: EffectClass | None = None
    risk: Risk | None = None


def import_operations(*, actor: Actor, document: str, base: str, chosen: Sequence[Chosen]) -> list[Any]:
    """The new tools, each with a draft. `base` begins each request: a variable of the project, or an address.

    Refused is an operation that the document does not have or that cannot be a tool, and a taken name.
    """
    actor.require("tools:edit")
    imported = read_openapi(document, base)
    with organization_scope(actor.organization_id):
        return [
            _make(actor, each, _operation(imported, each, f"operations.{place}"), f"operations.{place}")
            for place, each in enumerate(chosen)
        ]


def _operation(imported: Imported, chosen: Chosen, field: str) -> dict[str, Any]:
    found = next((each for each in imported.operations if each.key == chosen.key), None)
    if found is None:
        message = f"The document has no operation {chosen.key[:200]!r}."
        raise Unprocessable("invalid_reference", message, field=f"{field}.key")
    if found.content is None:
        why = found.problems[0].message
        raise Unprocessable("invalid_value", f"{chosen.key} cannot be a tool: {why}", field=f"{field}.key")
    return _as_wanted(found, found.content, chosen)


def _as_wanted(found: Operation, content: dict[str, Any], chosen: Chosen) -> dict[str, Any]:
    effect = chosen.effect or found.effect
    risk = chosen.risk or found.risk
    return {**content, "effect": effect.value, "risk": risk.value}


def _make(actor: Actor, chosen: Chosen, content: dict[str, Any], field: str) -> Any:
    try:
        return create_object(actor=actor, kind=Kind.TOOL, name=chosen.name, given=Given(content=content))
    except BatonError as error:
        if error.field == "name":
            error.field = f"{field}.name"
        raise
