"""Traces of real runs, through the real runner, for the fixtures of the event law (tests/write_traces.py).

Between them they hold every kind of event. What differs from one making to the next (ids, instants,
durations, digests) is replaced by what does not.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from team_world import Member, add_team, plan, says, start_team, verdict
from world import Ledger, World, reply, running, script

from agents_app.orchestration_spec import Criterion, PlanItem, PlannerSpec, ReviewSpec, Role
from orchestration.engine.events import Record
from orchestration.engine.ports import ToolError

type Story = Callable[[World], UUID]

LONG_DEADLINE = 30 * 24 * 3600.0
PRICE = {
    "provider": "scripted", "model": "scripted", "from": "2026-01-01", "currency": "EUR", "input": "1.25",
    "cached": "0.625", "output": "10",
}  # fmt: skip
UNICODE = 'Größe 🎺 \u2028 \u202e naïve \ufeff 한 "quoted" \\ \t end'
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_PLACES = {"deadline_at": "2026-11-30T15:31:00.000Z", "expires_at": "2026-12-01T14:31:00.000Z"}
_NUMBERS = {"duration_ms": 40, "retry_in_ms": 500}
_HASHES = frozenset({"digest", "fingerprint"})


def traces(world: World) -> Iterator[tuple[str, list[Record]]]:
    """Each story told by real processes: its name and the events it left."""
    world.set_prices([PRICE])
    for name, story in STORIES.items():
        run = story(world)
        yield name, normalised(world.events(run))


def answers(world: World) -> UUID:
    """Text only, with characters that every language of the platform spells differently."""
    version = world.add_agent(connection=world.add_connection(script=script(reply(text=UNICODE))))
    return _until(world, world.start(version, UNICODE), "completed")


def looks_up(world: World) -> UUID:
    """A call that nobody has to approve, with numbers as JSON holds them."""
    arguments = {
        "q": UNICODE,
        "n": 2**53 - 1,
        "m": -(2**53 - 1),
        "x": 0.1,
        "y": 1e21,
        "z": {"b": [], "a": None},
    }
    tool = world.add_tool("lookup", effect_class="read_only", sentence="Look up {q}.")
    return _until(
        world, _start(world, [tool], reply(("lookup", arguments)), reply(text="Found.")), "completed"
    )


def refunds(world: World) -> UUID:
    """Asked, approved, done."""
    run = _ask(world, reply(text="Refunded."))
    with running(world.database, Ledger()):
        world.wait_for(run, "waiting")
        world.decide(world.pending(run), reason="Looks right.")
        world.wait_for(run, "completed")
    return run


def is_rejected(world: World) -> UUID:
    """A person says no, and the model asks for the same thing again."""
    run = _ask(world, reply(("refund", {"amount": 80})), reply(text="I may not."))
    with running(world.database, Ledger()):
        world.wait_for(run, "waiting")
        world.decide(world.pending(run), "reject", reason="wrong order")
        world.wait_for(run, "completed")
    return run


def expires(world: World) -> UUID:
    """Nobody decides in time."""
    run = _ask(world, reply(text="Nobody answered."))
    with running(world.database, Ledger()):
        world.wait_for(run, "waiting")
        world.pass_time(8 * 24 * 3600)
        world.supervise()
        world.wait_for(run, "completed")
    return run


def is_asked_twice(world: World) -> UUID:
    """The tool moves under an open card: a second card asks again."""
    tool = world.add_tool("refund", sentence="Refund {amount}.")
    world.set_policy([{"tool": "refund", "outcome": "ask"}])
    run = _start(world, [tool], reply(("refund", {"amount": 80})), reply(text="Refunded."))
    with running(world.database, Ledger()):
        world.wait_for(run, "waiting")
        world.change_tool(tool, description="Refunds, but differently.")
        with world.as_web() as web:
            web.execute("select kernel.signal(%s, 'tool_changed', %s)", [run, Jsonb({"tool": "refund"})])
        world.wait(lambda: world.kinds(run).count("run_waiting") == 2, "the second card")
        world.decide(world.pending(run))
        world.wait_for(run, "completed")
    return run


def is_cancelled(world: World) -> UUID:
    """Ended by a person while it waits for another."""
    run = _ask(world)
    with running(world.database, Ledger()):
        world.wait_for(run, "waiting")
        world.cancel(run)
        world.supervise()
        world.wait_for(run, "cancelled")
    return run


def is_too_late(world: World) -> UUID:
    """Its deadline passes while a call runs, whose result comes afterwards."""
    tool = world.add_tool("pay")
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    run = _start(world, [tool], reply(("pay", {"n": 1})), reply(text="Never said."))

    def pay(arguments: Mapping[str, Any]) -> str:
        # The runner's loop waits for this: what the supervisor does meanwhile is not the runner's.
        world.owner("update orchestration_run set deadline_at = now() - interval '1 h' where id = %s", [run])
        world.supervise()
        return "Paid."

    with running(world.database, Ledger({"pay": pay})):
        world.wait(lambda: "late_result" in world.kinds(run), "the late result")
    return run


def is_unknown(world: World) -> UUID:
    """A payment that was sent and never answered."""
    tool = world.add_tool("pay")
    world.set_policy([{"tool": "pay", "outcome": "allow"}])

    def pay(arguments: Mapping[str, Any]) -> str:
        raise ToolError("no_answer", "No answer came.", sent=True, answered=False)

    run = _start(world, [tool], reply(("pay", {"n": 1})))
    return _until(world, run, "needs_attention", Ledger({"pay": pay}))


def fails(world: World) -> UUID:
    """Its model has nothing to say: the try fails, and the run with it."""
    tool = world.add_tool("lookup", effect_class="read_only")
    return _until(world, _start(world, [tool], reply(("lookup", {}))), "failed")


def is_declined(world: World) -> UUID:
    """The provider refuses the work."""
    refusal = {"text": "", "finish_reason": "content_filter", "calls": []}
    return _until(world, _start(world, [], refusal), "rejected", "failed")


def goes_wrong(world: World) -> UUID:
    """Calls that never run: one forbidden, one unknown, one without sense, one that breaks."""
    tool = world.add_tool("lookup", effect_class="read_only", schema=_NEEDS_Q)
    forbidden = world.add_tool("erase")
    world.set_policy([{"tool": "erase", "outcome": "deny"}])

    def lookup(arguments: Mapping[str, Any]) -> str:
        raise ToolError("tool_error", "It broke.", sent=True, answered=True, status=500)

    replies = [reply((name, {})) for name in ("erase", "nothing", "lookup")]
    run = _start(world, [tool, forbidden], *replies, reply(("lookup", {"q": "x"})), reply(text="Given up."))
    return _until(world, run, "completed", Ledger({"lookup": lookup}))


def answers_in_a_form(world: World) -> UUID:
    """An answer that owes a form: words, then the wrong field, then the right one in a fence."""
    replies = (
        reply(text="It is fine."),
        reply(text='{"moods": "good"}'),
        reply(text='```json\n{"mood": "good"}\n```'),
    )
    version = world.add_agent(
        connection=world.add_connection(script=script(*replies)),
        output_schema={**_NEEDS_Q, "properties": {"mood": {"type": "string"}}, "required": ["mood"]},
    )
    return _until(world, world.start(version, deadline_seconds=LONG_DEADLINE), "completed")


def writes_much(world: World) -> UUID:
    """Texts above 8 KiB are references."""
    tool = world.add_tool("lookup", effect_class="read_only")
    ledger = Ledger({"lookup": lambda arguments: json.dumps({"rows": ["ä" * 99] * 90})})
    version = world.add_agent(
        tools=[tool],
        connection=world.add_connection(script=script(reply(("lookup", {})), reply(text="b" * 9000))),
    )
    return _until(world, world.start(version, "a" * 9000), "completed", ledger)


def is_of_a_team(world: World) -> UUID:
    """A plan by a model, work that is reviewed and revised, an answer that somebody composes."""
    tasks = plan(
        {"key": "look", "prompt": "Look it up."},
        {"key": "write", "prompt": "Write it down.", "depends_on": ["look"]},
    )
    members = [
        Member("Pia", [tasks], (Role.PLAN, Role.COMPOSE)),
        Member("Ann", says("First.", "Second."), (Role.EXECUTE,)),
        Member("Rob", [verdict(more=True, comments=UNICODE, depth=0.5)], (Role.REVIEW,)),
    ]
    version = add_team(
        world,
        members,
        planner=PlannerSpec(kind="model", agent="Pia"),
        review=ReviewSpec(max_reviews=1, rubric=(Criterion(name="depth"),)),
        compose="Pia",
    )
    return _until(world, start_team(world, version, UNICODE, deadline_seconds=LONG_DEADLINE), "completed")


def is_of_a_failing_team(world: World) -> UUID:
    """One task fails, another needs it, a third goes on."""
    items = (
        PlanItem(key="a", title="A", prompt="Do a.", agent="Ann"),
        PlanItem(key="b", title="B", prompt="Do b.", agent="Bea", depends_on=("a",)),
        PlanItem(key="c", title="C", prompt="Do c.", agent="Ann", depends_on=()),
    )
    declined = {"text": "No.", "calls": [], "finish_reason": "refusal"}
    members = [Member("Ann", [declined], (Role.EXECUTE,)), Member("Bea", says("b"), (Role.EXECUTE,))]
    planner = PlannerSpec(kind="static", items=items)
    review = ReviewSpec(max_reviews=0)
    version = add_team(world, members, planner=planner, review=review, on_failure="continue")
    run = start_team(world, version, deadline_seconds=LONG_DEADLINE)
    return _until(world, run, "failed", "rejected")


STORIES: Mapping[str, Story] = {
    "answers": answers,
    "looks up": looks_up,
    "refunds after an approval": refunds,
    "is rejected and asks again": is_rejected,
    "waits until the card expires": expires,
    "is asked twice": is_asked_twice,
    "is cancelled": is_cancelled,
    "ends before its call": is_too_late,
    "does not know what became of a call": is_unknown,
    "fails": fails,
    "is declined": is_declined,
    "calls in vain": goes_wrong,
    "writes much": writes_much,
    "answers in a form": answers_in_a_form,
    "is a team's": is_of_a_team,
    "is a team's whose plan fails": is_of_a_failing_team,
}

_NEEDS_Q = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}


def normalised(events: list[dict[str, Any]]) -> list[Record]:
    """The same events as they will be the next time: seq, kinds and words stay, the rest is made even."""
    names: dict[str, str] = {}
    return [
        Record(
            event["seq"],
            event["kind"],
            _even(event["payload"], at_of(event["seq"]), names),
            at_of(event["seq"]),
        )
        for event in events
    ]


def at_of(seq: int) -> str:
    seconds, milliseconds = divmod(seq * 250, 1000)
    return f"2026-11-30T14:{31 + seconds // 60:02}:{seconds % 60:02}.{milliseconds:03}Z"


def _even(value: Any, at: str, names: dict[str, str], field: str = "") -> Any:
    if isinstance(value, Mapping):
        return {key: _even(item, at, names, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_even(item, at, names) for item in value]
    if isinstance(value, int) and field in _NUMBERS:
        return _NUMBERS[field]
    if not isinstance(value, str):
        return value
    if field == "decided_at":
        return at
    if field in _HASHES:
        return names.setdefault(value, f"{len(names) + 1:064x}")
    if field in _PLACES:
        return _PLACES[field]
    return _UUID.sub(
        lambda found: names.setdefault(found[0], f"00000000-0000-4000-8000-{len(names) + 1:012x}"), value
    )


def _ask(world: World, *later: Mapping[str, Any]) -> UUID:
    tool = world.add_tool("refund", sentence="Refund {amount}.")
    world.set_policy([{"tool": "refund", "outcome": "ask", "text": "Refunds are looked at."}])
    return _start(world, [tool], reply(("refund", {"amount": 80})), *later)


def _start(world: World, tools: list[Any], *replies: Mapping[str, Any]) -> UUID:
    version = world.add_agent(tools=tools, connection=world.add_connection(script=script(*replies)))
    return world.start(version, deadline_seconds=LONG_DEADLINE)


def _until(world: World, run: UUID, *statuses: Any) -> UUID:
    """Drive it with a real runner; the last of `statuses` may be what its tools do."""
    ledger = statuses[-1] if isinstance(statuses[-1], Ledger) else Ledger()
    with running(world.database, ledger):
        world.wait_for(run, *[each for each in statuses if isinstance(each, str)])
    return run
