"""The working form of a repair: turns whose calls hold their results.

A result belongs to the nearest earlier turn with an unanswered call of its id, in call order, and never to
one by position alone: a result given to the wrong call makes a model act on another order's facts.
"""

from collections import defaultdict, deque
from collections.abc import Iterator
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

    @property
    def is_answered(self) -> bool:
        return all(call.result is not None for call in self.calls)


class TurnReader:
    """Reads a history message by message.

    A turn is settled once each of its calls has its result and all turns before it are settled: no later
    message changes anything about it.
    """

    def __init__(self, repairs: set[str]) -> None:
        self._repairs = repairs
        self._results = _Results(repairs)
        self._unsettled: deque[Turn] = deque()
        self._index = 0

    @property
    def is_settled(self) -> bool:
        return not self._unsettled

    def read(self, message: Message) -> None:
        index, self._index = self._index, self._index + 1
        role = _role(message["role"], self._repairs)
        content = presentable(message.get("content"), role, self._repairs)
        if role == "tool":
            result = Result(content, message.get("is_error", False))
            self._results.give(_id(message.get("tool_call_id")), result)
            return
        calls = _calls(message, role)
        if content is None and not calls:
            self._repairs.add("empty_message_dropped")
            return
        turn = Turn(index, role, content, message.get("agent"), calls, message.get("reasoning"))
        self._unsettled.append(turn)
        self._results.expect(turn)

    def settled(self) -> Iterator[Turn]:
        """Those that are settled now and were not before, in order."""
        while self._unsettled and self._unsettled[0].is_answered:
            yield self._unsettled.popleft()

    def rest(self) -> Iterator[Turn]:
        """The others, once no more messages come."""
        while self._unsettled:
            yield self._unsettled.popleft()


class _Results:
    def __init__(self, repairs: set[str]) -> None:
        self._last: Turn | None = None
        self._repairs = repairs
        self._open: dict[str, list[tuple[Turn, list[Call]]]] = defaultdict(list)
        self._seen: set[str] = set()

    def expect(self, turn: Turn) -> None:
        self._last = turn
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
        if turn is not self._last:
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
