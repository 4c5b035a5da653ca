"""What a decision about a tool call is bound to (promise P17), as one canonical object with one digest.

The stored payload, what the person is shown and what the digest covers are the same object. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from baton.core.canonical import canonical_digest, canonical_text

BINDING_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """Everything a decision is about. One differing field is another digest; the order of keys is not."""

    organization: str
    run: str
    step: str
    call: str
    attempt_group: int
    agent_version: str
    tool_id: str
    tool_version: str
    tool_def_digest: str
    args: Mapping[str, Any]
    dest_host: str
    credential_id: str | None
    matched_rule: str
    impact_class: str
    requester: str
    expires_at: str
    nonce: str
    execute_within: int
    v: int = BINDING_VERSION


class Difference(StrEnum):
    """What may have moved between two bindings, in the words shown to the person who is asked again."""

    TOOL_DEFINITION = "tool_definition"
    POLICY = "policy"
    DESTINATION = "destination"
    CREDENTIAL = "credential"
    ARGUMENTS = "arguments"
    BINDING = "binding"
    """Anything else, such as another run: no reason to ask again, but a broken record."""


_NAMES = {
    "tool_id": Difference.TOOL_DEFINITION,
    "tool_version": Difference.TOOL_DEFINITION,
    "tool_def_digest": Difference.TOOL_DEFINITION,
    "impact_class": Difference.TOOL_DEFINITION,
    "matched_rule": Difference.POLICY,
    "execute_within": Difference.POLICY,
    "dest_host": Difference.DESTINATION,
    "credential_id": Difference.CREDENTIAL,
    "args": Difference.ARGUMENTS,
}


def binding_json(binding: Binding) -> dict[str, Any]:
    """The payload that is stored, shown and digested: one and the same."""
    return {field.name: getattr(binding, field.name) for field in fields(binding)}


def approval_digest(binding: Binding) -> str:
    """SHA-256 of the RFC 8785 form of the binding, in hex."""
    return canonical_digest(binding_json(binding))


def differences(old_binding: Binding, new_binding: Binding) -> list[str]:
    """What moved between two bindings, each name once, in the order a person should read them."""
    old, new = binding_json(old_binding), binding_json(new_binding)
    moved = {
        _NAMES.get(name, Difference.BINDING)
        for name in old
        if canonical_text(old[name]) != canonical_text(new[name])
    }
    return [name.value for name in Difference if name in moved]
