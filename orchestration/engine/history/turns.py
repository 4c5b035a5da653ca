"""The working form of a repair: turns whose calls hold their results.

A result belongs to the nearest earlier turn with an unanswered call of its id, in call order, and never to
one by position alone: a result given to the wrong call makes a model act on another order's facts.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from baton.core.text import clean_text
from orchestration.engine.history.content import Content, presentable
from orchestration.engine.messages import Message, Reasoning

_ROLES = frozenset({"system", "user", "assistant", "tool"})
_OLD_ROLES = {"developer": "system", "function": "tool"}


@dataclass(slots=True)
class Result:
    content: Content
    is_error: bool


@dataclass(slots=True)
class Call:
    recorded_id: str
    name: str
    arguments: str | None
    result: Result | None = None
    provider_id: str | None = None


@dataclass(slots=True)
class Turn:
    index: int
    """Place of the message in the history it came from."""
    role: str
    content: Content
    agent: str | None = None
    calls: list[Call] = field(default_factory=list)
    reasoning: Reasoning | None = None


def read_turns(history: Iterable[Message], repairs: set[str]) -> list[Turn]:
    """Every message that says something, with results at their calls."""
    turns: list[Turn] = []
    results = _Results(turns, repairs)
    for index, message in enumerate(history):
        role = _role(message["role"], repairs)
        content = presentable(message.get("content"), role, repairs)
        if role == "tool":
            results.give(_id(message.get("tool_call_id")), Result(content, message.get("is_error", False)))
            continue
        turn = Turn(
            index, role, content, message.get("agent"), _calls(message, role), message.get("reasoning")
        )
        if content is None and not turn.calls:
            repairs.add("empty_message_dropped")
            continue
        turns.append(turn)
        results.expect(turn)
    return turns


class _Results:
    def __init__(self, turns: list[Turn], repairs: set[str]) -> None:
        self._turns = turns
        self._repairs = repairs
        self._open: dict[str, list[tuple[Turn, list[Call]]]] = defaultdict(list)
        self._seen: set[str] = set()

    def expect(self, turn: Turn) -> None:
        by_id: dict[str, list[Call]] = defaultdict(list)
        for call in turn.calls:
            by_id[call.recorded_id].append(call)
        for recorded_id, calls in by_id.items():
            self._seen.add(recorded_id)
            self._open[recorded_id].append((turn, calls))

    def give(self, recorded_id: str, result: Result) -> None:
        waiting = self._open.get(recorded_id)
        if not waiting:
            again = recorded_id in self._seen
            self._repairs.add("duplicate_result_dropped" if again else "orphan_result_dropped")
            return
        turn, calls = waiting[-1]
        if turn is not self._turns[-1]:
            self._repairs.add("result_moved")
        calls.pop(0).result = result
        if not calls:
            waiting.pop()


def _role(role: str, repairs: set[str]) -> str:
    if role in _ROLES:
        return role
    repairs.add("role_mapped")
    return _OLD_ROLES.get(role, "user")


def _calls(message: Message, role: str) -> list[Call]:
    if role != "assistant":
        return []
    return [
        Call(
            _id(call.get("id")),
            clean_text(call["name"]),
            call.get("arguments"),
            provider_id=call.get("provider_id"),
        )
        for call in message.get("tool_calls") or ()
    ]


def _id(recorded: str | None) -> str:
    return clean_text(recorded or "")
