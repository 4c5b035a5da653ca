"""The card of an approval as the API gives it, checked here: what is shown is what the digest stands for.

A decision carries the digest back. Were it not computed again on this side, a person would sign for whatever
the server says the digest is of (promise P17).
"""

from collections.abc import Mapping
from typing import Any

from baton.core.canonical import canonical_digest, canonical_text
from baton.ops.client.errors import ClientError
from orchestration.engine.states import ApprovalState
from orchestration.engine.view import ApprovalView


class BrokenCard(ClientError):
    """What would be shown is not what would be signed: it must not be decided."""


def read_card(detail: Mapping[str, Any]) -> ApprovalView:
    """The approval to show. Raises BrokenCard where its parts do not fit its digest."""
    _check(detail)
    decision = detail.get("decision") or {}
    return ApprovalView(
        id=detail["id"],
        call=detail["call_id"],
        revision=detail["revision"],
        digest=detail["digest"],
        state=ApprovalState(detail["state"]),
        requested_at=detail["created_at"],
        sentence=detail["sentence"],
        tool=detail["tool"],
        host=detail["host"],
        credential=detail["credential"],
        arguments=detail["arguments"],
        effect_class=detail["effect_class"],
        rule=detail["rule"],
        expires_at=detail["expires_at"],
        because=tuple(detail["because"]),
        by=decision.get("by"),
        reason=decision.get("reason"),
        decided_at=decision.get("at"),
    )


def _check(detail: Mapping[str, Any]) -> None:
    binding = detail["binding"]
    shown = {
        "args": detail["arguments"],
        "dest_host": detail["host"],
        "impact_class": detail["effect_class"],
        "run": detail["run"]["id"],
        "call": detail["call_id"],
    }
    bound = {name: binding.get(name) for name in shown}
    if canonical_digest(binding) != detail["digest"] or canonical_text(bound) != canonical_text(shown):
        raise BrokenCard(
            "What this approval shows is not what its digest stands for, so it cannot be decided here; "
            "find out who changed the record."
        )
