"""The instants of a run at which the corpus kills a worker or lets a fact come, as its ports see them."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from mortal_runner import Instant

from orchestration.journal.entry import Entry

OF_THE_WORKER = ("before_intent", "after_intent", "after_effect", "after_result", "before_next_model_call")
"""Crash points inside a turn; the others are about a run that nobody holds."""


def death_of(
    crashes: Sequence[Mapping[str, str]], run: UUID, requested: Sequence[Mapping[str, Any]]
) -> Instant | None:
    """The instant of the first crash inside a turn; None where there is none."""
    crash = next((crash for crash in crashes if crash["point"] in OF_THE_WORKER), None)
    if crash is None:
        return None
    point, ref = crash["point"], crash["call"]
    ids: dict[str, str] = {}

    def is_it(moment: str, subject: Any) -> bool:
        if isinstance(subject, Entry):
            if subject.run != str(run):
                return False
            ids.update(_ids_in(subject, requested))
        call = ids.get(ref, "")
        match point:
            case "before_intent" | "after_intent":
                wanted = "before_record" if point == "before_intent" else "after_record"
                return moment == wanted and any(each["call"] == call for each in subject.intents)
            case "after_effect":
                return moment == point and subject == call
            case "after_result":
                return moment == "after_record" and _says(subject, "tool_call_completed", call=call)
            case _:
                return moment == "after_record" and _says(subject, "model_call_started", number=2)

    return is_it


def before_parking(run: UUID) -> Instant:
    """The worker has read everything and is about to park the run."""

    def is_it(moment: str, subject: Any) -> bool:
        if moment != "before_record" or subject.run != str(run):
            return False
        return bool(subject.patch.get("status") == "waiting")

    return is_it


def _ids_in(entry: Entry, requested: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Ids of the calls by their names in the line, where the entry holds the reply that asks for them."""
    return {
        each["ref"]: call["id"]
        for event in entry.events
        if event.kind == "model_call_completed"
        for each, call in zip(requested, event.payload["calls"], strict=False)
    }


def _says(entry: Entry, kind: str, **payload: Any) -> bool:
    return any(
        event.kind == kind and payload.items() <= dict(event.payload).items() for event in entry.events
    )
