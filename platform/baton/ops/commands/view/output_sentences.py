"""The sentences of answers that must have a form."""

from collections.abc import Callable, Mapping

from baton.core.visible import visible
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.statuses import FAILED
from baton.ops.commands.view.telling import Telling
from orchestration.engine.events import EventKind


def _rung(telling: Telling) -> Line:
    return Line(telling.record.at, "Baton reads the answer.", passing=True)


def _read(telling: Telling) -> Line:
    payload = telling.payload
    if payload["outcome"] == "accepted":
        around = ("There were words around it, which are left out.",) if payload.get("words_around") else ()
        return Line(telling.record.at, "The answer has the form that was asked for.", facts=around)
    sentence = f"The answer does not have the form that was asked for, try {payload['attempt']}."
    return Line(telling.record.at, sentence, FAILED, facts=(_problem(telling),))


def _problem(telling: Telling) -> str:
    """What the model was told, which may hold words of its answer."""
    problem = visible(str(telling.payload.get("problem") or "unknown"))
    message = visible(" ".join(str(telling.payload.get("message") or "").split())).rstrip(".")
    return f"{message} ({problem})." if message else f"({problem})"


OUTPUT_SENTENCES: Mapping[str, Callable[[Telling], Line]] = {
    EventKind.OUTPUT_RUNG: _rung,
    EventKind.OUTPUT_READ: _read,
}
