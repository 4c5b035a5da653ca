"""Random traces for the fixtures of the event law: runs that obey every rule, and runs that obey none.

A seed gives the same trace on every machine: only `random.Random` decides, and nothing reads a clock.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from simulator import Outage, Reply, Simulator, Wanted

from orchestration.engine.events import EventKind, Record
from orchestration.engine.states import CallState

LEGAL_SEEDS = range(1, 171)
ODD_SEEDS = range(1001, 1171)
TEXTS = (
    "", "Done.", "Größe", "🎺🥁", "한국어", "a\u2028b", "\u202egnimmargorp", "\ufeffx", "e\u0301", "\x7f\x01",
    '"\\/\b\f\n\r\t', "<script>alert(1)</script>", "\u20ac\U0010ffff\ue000\ufb33",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2**53 - 1, -(2**53 - 1), 0.1, -0.0, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 100.0)
TOOLS = ("look", "mail", "flag", "refund", "nowhere")
PROVIDERS = ("scripted", "openai_chat", "anthropic_messages")
POLICIES = ("allow", "ask", "ask", "deny", "invalid")


def random_files() -> Iterator[tuple[str, list[tuple[str, list[Record]]]]]:
    """The traces of each file: none grows larger than a file of the project may be."""
    for kind, traces in (("legal", [*legal_traces()]), ("odd", [*odd_traces()])):
        half = len(traces) // 2
        yield f"random-{kind}-1.json", traces[:half]
        yield f"random-{kind}-2.json", traces[half:]


def legal_traces() -> Iterator[tuple[str, list[Record]]]:
    """Runs as the engine decides them, with people and failures at any moment."""
    for seed in LEGAL_SEEDS:
        yield f"legal {seed}", _legal(random.Random(seed))


def odd_traces() -> Iterator[tuple[str, list[Record]]]:
    """The same with events lost, doubled, swapped, invented and filled with anything."""
    for seed in ODD_SEEDS:
        chance = random.Random(seed)
        records = _legal(chance)
        for _ in range(chance.randint(1, 4)):
            records = chance.choice(_ODDITIES)(chance, records)
        yield f"odd {seed}", _renumbered(records)


def _legal(chance: random.Random) -> list[Record]:
    simulator = Simulator([_answer(chance) for _ in range(chance.choice((0, 1, 2, 2, 3)))])
    for _ in range(chance.randint(1, 24)):
        if simulator.view.ended_at is not None:
            break
        if chance.random() < 0.85:
            _work(chance, simulator)
        else:
            _disturb(chance, simulator)
    return simulator.records


def _answer(chance: random.Random) -> Reply | Outage:
    if chance.random() < 0.2:
        retry_in_ms = chance.choice((None, 0, 400))
        code = chance.choice(("provider_error", "provider_rate_limited"))
        return Outage(code, retry_in_ms, _of_a_failure(chance, retry_in_ms is not None))
    calls = tuple(
        Wanted(
            chance.choice(TOOLS),
            _arguments(chance),
            chance.choice(POLICIES),
            chance.choice((None, "p1", "🎺")),
        )
        for _ in range(chance.choice((0, 1, 1, 2, 3)))
    )
    more = {"cost": _cost(chance), "provider": chance.choice(PROVIDERS), "connection_id": "c1"}
    if chance.random() < 0.5:
        more["target"] = chance.choice((0, 1, 3))
    return Reply(chance.choice(TEXTS), calls, "tool_calls" if calls else "stop", _usage(chance), more)


def _usage(chance: random.Random) -> dict[str, int | None]:
    return {name: chance.choice((None, 0, 7, 2**31)) for name in ("input", "cached", "output", "reasoning")}


def _cost(chance: random.Random) -> dict[str, Any] | None:
    """Known or not, and now and then so much that no sum can hold it."""
    nano = chance.choice((None, None, 0, 1, 184_918_125, 2**52, 2**53 - 1))
    return None if nano is None else {"currency": chance.choice(("USD", "USD", "EUR", "JPY")), "nano": nano}


def _of_a_failure(chance: random.Random, is_tried_again: bool) -> dict[str, Any]:
    """What a failed try may have used, and whom the following one asks."""
    more: dict[str, Any] = {"provider": chance.choice(PROVIDERS), "model": "nord-1", "duration_ms": 40}
    if chance.random() < 0.6:
        more |= {"usage": _usage(chance), "cost": _cost(chance)}
    if is_tried_again and chance.random() < 0.5:
        model = chance.choice(TEXTS)
        more["next"] = {"target": chance.randint(0, 3), "provider": chance.choice(PROVIDERS), "model": model}
    return more


def _arguments(chance: random.Random) -> dict[str, Any]:
    values = (*TEXTS, *NUMBERS, True, None, [], {}, [1, "x", None], {"b": 1, "a": 2, "\ufb33": 3, "🎺": 4})
    return {
        chance.choice(("order", "amount", "é", "z", "A")): chance.choice(values)
        for _ in range(chance.randint(0, 3))
    }


def _work(chance: random.Random, simulator: Simulator) -> None:
    if simulator.step() or not simulator.running:
        return
    call = chance.choice(simulator.running)
    if chance.random() < 0.15:
        simulator.lose_answer(call)
    else:
        simulator.finish(call, chance.choice(("ok", "ok", "tool_error")), chance.choice(TEXTS))


def _disturb(chance: random.Random, simulator: Simulator) -> None:
    pending = [card.call for card in simulator.view.pending_approvals]
    acts: list[Callable[[], None]] = [simulator.kill, partial(simulator.change_tool, "refund")]
    if chance.random() < 0.3:
        acts.append(simulator.time_out if chance.random() < 0.5 else simulator.cancel)
    if pending:
        card = chance.choice(pending)
        acts += 2 * [
            partial(simulator.approve, card, chance.choice(("ann", "bo"))),
            partial(simulator.reject, card),
        ]
        acts += [partial(simulator.expire, card), partial(simulator.supersede, card)]
    for call in simulator.calls_in(CallState.EXECUTING):
        acts.append(partial(simulator.record, EventKind.LATE_RESULT, call=call, content="late"))
    chance.choice(acts)()


def _lose(chance: random.Random, records: list[Record]) -> list[Record]:
    at = chance.randrange(len(records))
    return records[:at] + records[at + 1 :] or records


def _double(chance: random.Random, records: list[Record]) -> list[Record]:
    at = chance.randrange(len(records))
    return [*records[: at + 1], *records[at:]]


def _swap(chance: random.Random, records: list[Record]) -> list[Record]:
    left, right = chance.randrange(len(records)), chance.randrange(len(records))
    swapped = list(records)
    swapped[left], swapped[right] = records[right], records[left]
    return swapped


def _invent(chance: random.Random, records: list[Record]) -> list[Record]:
    kind = chance.choice(("invented_later", "constructor", "", "__proto__", "Größe", "RUN_COMPLETED"))
    payload = {"x": chance.choice((*TEXTS, *NUMBERS)), "toString": None}
    return _with(chance, records, Record(0, kind, payload))


def _strange(chance: random.Random, records: list[Record]) -> list[Record]:
    """About calls, steps and approvals that nobody has seen."""
    kind, payload = chance.choice(_ABOUT_NOTHING)
    return _with(chance, records, Record(0, kind, payload))


def _refer(chance: random.Random, records: list[Record]) -> list[Record]:
    """Long texts, which stand as references."""
    reference = {
        "ref": f"b{chance.randint(1, 9)}",
        "size": chance.choice((9000, 2**40)),
        "head": chance.choice(TEXTS),
    }
    fields = ("text", "reasoning", "content", "output", "input", "body", "arguments")

    def change(record: Record) -> Record:
        changed = {
            name: reference if name in fields and isinstance(value, str) and chance.random() < 0.7 else value
            for name, value in record.payload.items()
        }
        return Record(record.seq, record.kind, changed, record.at)

    return [change(record) for record in records]


def _shorten(chance: random.Random, records: list[Record]) -> list[Record]:
    """Fields that older events are without."""
    optional = (
        "agent", "requester", "model", "limits", "deadline_at", "retry_in_ms", "duration_ms", "usage", "reasoning",
        "tool_version", "sentence", "host", "rule", "problem", "credential", "expires_at", "because", "by",
        "reason", "decided_at", "status", "body", "arguments", "input", "output", "cost", "provider", "next",
        "target", "connection_id",
    )  # fmt: skip

    def change(record: Record) -> Record:
        if record.kind == EventKind.MODEL_CALL_STARTED:
            return record
        gone = {name for name in record.payload if name in optional and chance.random() < 0.3}
        nulls = {name for name in record.payload if name in optional and chance.random() < 0.3}
        payload = {
            name: None if name in nulls else value
            for name, value in record.payload.items()
            if name not in gone
        }
        return Record(record.seq, record.kind, payload, record.at)

    return [change(record) for record in records]


def _hurry(chance: random.Random, records: list[Record]) -> list[Record]:
    """Instants that stand still, go back, and are of other zones."""
    instants = (
        "2026-11-30T12:00:00.000Z", "2026-11-30T12:00:00.001Z", "2026-11-30T13:30:00.999+01:00",
        "2026-02-28T23:59:59.999Z", "2028-02-29T00:00:00Z", "2026-11-30T12:00:00.1234Z",
        "1969-12-31T23:59:59.999999Z", "2026-11-30T02:00:00.000005-09:30",
    )  # fmt: skip
    return [Record(r.seq, r.kind, r.payload, chance.choice(instants)) for r in records]


def _say_more(chance: random.Random, records: list[Record]) -> list[Record]:
    """Fields that a later version adds."""
    more = {"added_later": {"deep": [1, {"er": "🎺"}]}, "constructor": 1}
    return [Record(r.seq, r.kind, {**r.payload, **more}, r.at) for r in records]


_ODDITIES = (_lose, _double, _swap, _invent, _strange, _refer, _shorten, _hurry, _say_more)
_PROBLEM = {"code": "outcome_unknown", "message": "Nobody knows."}
_ABOUT_NOTHING: tuple[tuple[str, Mapping[str, Any]], ...] = (
    (EventKind.MODEL_ATTEMPT_FAILED, {"step": "none", "attempt": 1, **_PROBLEM}),
    (EventKind.TOOL_CALL_STARTED, {"call": "none", "execution": 1}),
    (EventKind.TOOL_CALL_COMPLETED, {"call": "none", "kind": "ok", "content": ""}),
    (EventKind.TOOL_CALL_UNKNOWN, {"call": "none", **_PROBLEM}),
    (EventKind.LATE_RESULT, {"call": "none"}),
    (EventKind.LATE_RESULT, {}),
    (EventKind.APPROVAL_DECIDED, {"approval": "none", "call": "none", "decision": "approve"}),
    (EventKind.APPROVAL_EXPIRED, {"approval": "none", "call": "none"}),
    (EventKind.APPROVAL_SUPERSEDED, {"approval": "none", "call": "none", "because": ["x"]}),
    (EventKind.APPROVAL_CANCELLED, {"approval": "none", "call": "none"}),
    (EventKind.RUN_NEEDS_ATTENTION, {**_PROBLEM, "call": "none"}),
    (EventKind.RUN_NEEDS_ATTENTION, _PROBLEM),
    (EventKind.RUN_FAILED, _PROBLEM),
    (EventKind.RUN_REJECTED, _PROBLEM),
    (EventKind.RUN_CANCELLED, {}),
    (EventKind.RUN_WAITING, {"waiting_for": ["review", "input", "child", "peer", "timer", "budget"]}),
    (EventKind.RUN_WAITING, {"waiting_for": []}),
    (EventKind.RUN_CANCELLING, {}),
)  # fmt: skip


def _with(chance: random.Random, records: list[Record], record: Record) -> list[Record]:
    at = chance.randint(0, len(records))
    moment = records[min(at, len(records) - 1)].at
    return [*records[:at], Record(0, record.kind, record.payload, moment), *records[at:]]


def _renumbered(records: list[Record]) -> list[Record]:
    return [Record(seq, r.kind, r.payload, r.at) for seq, r in enumerate(records, 1)]
