"""Take a project over from one file: what it would change, and then, if wanted, the change itself.

The plan is made by publishing the file and undoing it, so that it says what would really happen. Nothing in a
file is executed and nothing that it names is fetched.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings

from agents_app.bundle.contents import project_contents
from agents_app.bundle.problems import place_in, read_bundle
from agents_app.bundle.signing import WhoSigned, judge_signature
from agents_app.bundle.text import ALONE, SECTIONS, object_text
from agents_app.definition import Definition, Diagnostic, InvalidDefinition
from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import Node
from agents_app.models import Credential
from agents_app.services.publish_definition import SCOPES, Published, publish_definition
from agents_app.services.publishing.places import refused_variables
from agents_app.services.publishing.publication import Publication
from baton.audit.record import record
from baton.core.errors import BatonError, Forbidden, NotFound
from baton.egress.allow import AllowList
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

_KIND_OF = {
    "variables": "variable",
    "credentials": "credential",
    "connections": "connection",
    "mcp_servers": "mcp_server",
    "profiles": "profile",
    "tools": "tool",
    "policy": "policy",
    "prices": "prices",
    "agents": "agent",
    "orchestrations": "orchestration",
}


@dataclass(frozen=True, slots=True)
class Warned:
    """What a person should know before they take the file over; it hinders nothing."""

    code: str
    message: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """What becomes of one object of the file. Without a text before it is new."""

    kind: str
    name: str
    change: str
    before_text: str | None
    after_text: str


@dataclass(frozen=True, slots=True)
class Imported:
    """With problems there are no changes. `applied`: the changes were made, all of them."""

    signer: WhoSigned | None
    warnings: tuple[Warned, ...]
    problems: tuple[Diagnostic, ...]
    changes: tuple[ObjectChange, ...]
    applied: bool


class _Undone(Exception):
    """Leaves the transaction of a plan, which then has done nothing."""


def plan_import(*, actor: Actor, project_id: UUID, text: str, allow: AllowList) -> Imported:
    """What taking the file over would change, and everything that is wrong with it."""
    _require(actor)
    judged = judge_signature(text)
    warnings = (Warned(*judged.warning),) if judged.warning else ()
    try:
        definition, node = read_bundle(text, allow)
        made = _Made()
        try:
            with organization_scope(actor.organization_id):
                made = _publish(actor, project_id, definition, node, allow)
                raise _Undone
        except _Undone:
            return Imported(judged.signer, (*warnings, *made.warnings), (), made.changes, applied=False)
    except InvalidDefinition as error:
        return Imported(judged.signer, warnings, error.diagnostics, (), applied=False)


def apply_import(*, actor: Actor, project_id: UUID, text: str, allow: AllowList) -> Imported:
    """Take the file over in one transaction. Raises InvalidDefinition, and then nothing has changed."""
    _require(actor)
    judged = judge_signature(text)
    warnings = (Warned(*judged.warning),) if judged.warning else ()
    definition, node = read_bundle(text, allow)
    with organization_scope(actor.organization_id):
        made = _publish(actor, project_id, definition, node, allow)
        record(
            actor=actor,
            action="agents:import",
            object_kind="project",
            object_id=project_id,
            detail={
                "signer": judged.signer.key if judged.signer else None,
                "warnings": [each.code for each in warnings],
                "changes": [f"{each.kind} {each.name}" for each in made.changes if each.change != "same"],
            },
        )
    return Imported(judged.signer, (*warnings, *made.warnings), (), made.changes, applied=True)


def _require(actor: Actor) -> None:
    for scope in SCOPES:
        actor.require(scope)


@dataclass(frozen=True, slots=True)
class _Made:
    changes: tuple[ObjectChange, ...] = ()
    warnings: tuple[Warned, ...] = ()


def _publish(actor: Actor, project_id: UUID, definition: Definition, node: Node, allow: AllowList) -> _Made:
    is_open = bool(settings.BATON.baton_secrets_from_environment)
    findings = Findings()
    publication = Publication(actor, project_id)
    for place, error in refused_variables(publication, definition, is_open=is_open):
        findings.add(error.code, error.message, place_in(node, place))
    findings.raise_if_any()
    before = project_contents(actor.organization_id, project_id)
    try:
        published = publish_definition(
            actor=actor,
            project_id=project_id,
            definition=definition,
            allow=allow,
            environment_is_open=is_open,
        )
    except (InvalidDefinition, Forbidden, NotFound):
        raise
    except BatonError as refused:
        raise InvalidDefinition((Diagnostic(refused.code, refused.message, 1, 1),)) from refused
    after = project_contents(actor.organization_id, project_id)
    return _Made(
        tuple(_changes(definition, before, after, published)),
        tuple(_without_value(actor, project_id, definition)),
    )


def _changes(
    definition: Definition,
    before: Mapping[str, Mapping[str, Any]],
    after: Mapping[str, Mapping[str, Any]],
    published: Published,
) -> Iterator[ObjectChange]:
    """Of every object of the file, in its order. One whose text is the same may still be changed: an agent
    then pins a newer version of something."""
    touched = {(each.kind, each.name) for each in published.changes}
    touched |= {(each.kind, each.kind) for each in published.changes if each.kind in ALONE}
    for section in SECTIONS:
        kind = _KIND_OF[section]
        for name in sorted(_names(definition, section)):
            old, new = before[section].get(name), after[section][name]
            yield ObjectChange(
                kind=kind,
                name=name,
                change="new" if old is None else "changed" if (kind, name) in touched else "same",
                before_text=None if old is None else object_text(section, name, old),
                after_text=object_text(section, name, new),
            )


def _names(definition: Definition, section: str) -> list[str]:
    found = getattr(definition, section)
    if section in ALONE:
        return [] if found is None else [section]
    return [each.name for each in found]


def _without_value(actor: Actor, project_id: UUID, definition: Definition) -> Iterator[Warned]:
    """Credentials of the file that could be sent nowhere yet: their values come on no file."""
    rows = Credential.objects.filter(
        organization_id=actor.organization_id,
        project_id=project_id,
        name__in=[each.name for each in definition.credentials],
        secret_variable="",
        sealed=None,
    )
    for name in rows.order_by("name").values_list("name", flat=True):
        message = f"The credential '{name}' has no value yet: type it in, or what it is for is refused."
        yield Warned("credential_without_value", message, name)
