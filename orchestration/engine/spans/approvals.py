"""Spans of waiting for a person: from the card to the decision, or to whatever made it void."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from baton.telemetry import names
from orchestration.engine.spans.calls import CallSeen
from orchestration.engine.spans.making import MILLISECOND, Making, instant, text_of
from orchestration.engine.spans.work import Work


@dataclass(frozen=True, slots=True)
class _Card:
    id: str
    call: CallSeen
    since: int
    parent: str


class ApprovalSpans:
    """A card outlives the work that asked: its span belongs to that work and ends when it ends."""

    def __init__(self, making: Making, work: Work) -> None:
        self._making = making
        self._work = work
        self._open: dict[str, _Card] = {}

    def request(self, call: CallSeen | None, payload: Mapping[str, Any]) -> None:
        identifier = text_of(payload, "approval")
        if call is not None and identifier is not None:
            parent = self._work.stint(call.task)
            self._open[identifier] = _Card(identifier, call, self._making.now, parent)

    def end(self, payload: Mapping[str, Any], decision: str) -> None:
        """It was decided, or nobody can decide it any more."""
        card = self._open.pop(text_of(payload, "approval") or "", None)
        if card is not None:
            # A decision counts only when its grace is over: what was waited for a person is less.
            decided = instant(text_of(payload, "decided_at"), self._making.now)
            self._add(card, decision, min(decided, self._making.now))

    def cut_off(self) -> None:
        """The run ended, and the cards with it."""
        for card in self._open.values():
            self._add(card, "cancelled", self._making.now)
        self._open.clear()

    def _add(self, card: _Card, decision: str, decided: int) -> None:
        making = self._making
        identifier = making.id_of("approval", card.id)
        card.call.approval = identifier
        making.add(
            names.APPROVAL,
            identifier,
            {
                names.APPROVAL_ID: card.id,
                names.APPROVAL_DECISION: decision,
                names.APPROVAL_WAIT_MS: max(0, decided - card.since) // MILLISECOND,
                names.TOOL_NAME: card.call.tool,
                names.TOOL_CALL_ID: card.call.id,
                names.TASK_ID: card.call.task or None,
            },
            start=card.since,
            parent=card.parent,
        )
