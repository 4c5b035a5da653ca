"""A worker that dies at any record of a planned, parallel, reviewed run: the end is that of one left alone.

Promises P1, P2 and P7 for runs of several agents, at each journal call in turn, before it and after it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from mortal_runner import Effects, MortalRunner
from team_world import Member, add_team, plan, says, start_team, verdict
from world import World, reply

from agents_app.orchestration_spec import PlannerSpec, ReviewSpec, Role

MOST_RECORDS = 60


def prepare(world: World) -> UUID:
    """A plan by a model, two tasks at the same time that each send something once, reviews, an answer."""
    world.set_policy([{"tool": "send", "outcome": "allow"}])
    send = world.add_tool("send", effect_class="keyed")
    tasks = plan(
        {"key": "a", "prompt": "Do a."}, {"key": "b", "prompt": "Do b.", "specialization": "digging"}
    )
    members = [
        Member("Pia", [tasks], (Role.PLAN, Role.COMPOSE)),
        Member("Ann", [reply(("send", {"to": "a"})), *says("a1", "a2")], (Role.EXECUTE,), tools=[send]),
        Member(
            "Bea",
            [reply(("send", {"to": "b"})), *says("b1", "b2")],
            (Role.EXECUTE,),
            specialization="digging",
            tools=[send],
        ),
        Member("Rob", [verdict(more=True)], (Role.REVIEW,)),
        Member("Roy", [verdict(more=True)], (Role.REVIEW,)),
    ]
    return add_team(
        world, members, planner=PlannerSpec(kind="model", agent="Pia"), review=ReviewSpec(max_reviews=1)
    )


@contextmanager
def runner(world: World, effects: Effects) -> Iterator[MortalRunner]:
    mortal = MortalRunner(world.database, effects)
    try:
        yield mortal
    finally:
        if mortal.is_dead:
            mortal.bury()
        else:
            mortal.stop()


def dies_at(count: int, moment: str) -> Any:
    """At the count-th record of the run."""
    seen = 0

    def instant(now: str, subject: Any) -> bool:
        nonlocal seen
        seen += now == moment
        return now == moment and seen == count

    return instant


def outcome(world: World, run: UUID) -> dict[str, Any]:
    """What of a run is the same however it went: nothing of it depends on which of two came first."""
    events = world.events(run)
    ended = [each["payload"] for each in events if each["kind"] == "plan_item_ended"]
    return {
        "output": world.run(run)["output"],
        "status": world.run(run)["status"],
        "kinds": sorted(world.kinds(run)),
        "items": sorted((each["item"], each["state"], each["reason"], each["reviews"]) for each in ended),
        "tasks": sorted(
            (each["payload"]["kind"], each["payload"]["item"] or "")
            for each in events
            if each["kind"] == "task_started"
        ),
    }


def drive(world: World, version: UUID, death: Any = None) -> tuple[UUID, Effects, bool]:
    effects = Effects()
    run = start_team(world, version)
    with runner(world, effects) as first:
        first.death = death
        died = world.wait(
            lambda: "died" if first.is_dead else "ended" if world.run(run)["status"] == "completed" else None,
            "the end of the run or of its worker",
            explain=lambda: world.kinds(run),
        )
        if died == "died":
            first.kill()
            world.supervise()
            with runner(world, effects):
                world.wait_for(run, "completed", "failed", "needs_attention")
    return run, effects, died == "died"


@pytest.mark.requirement("promise P1")
@pytest.mark.requirement("promise P2")
@pytest.mark.requirement("promise P7")
@pytest.mark.parametrize("moment", ["before_record", "after_record"])
def test_a_team_whose_worker_dies_at_any_record_ends_as_one_left_alone(world: World, moment: str) -> None:
    version = prepare(world)
    calm, effects, _ = drive(world, version)
    expected = outcome(world, calm)
    assert expected["status"] == "completed"
    assert sorted(each[2]["to"] for each in effects.executed) == ["a", "b"]

    for count in range(1, MOST_RECORDS):
        run, effects, died = drive(world, version, dies_at(count, moment))

        assert outcome(world, run) == expected, f"killed {moment} {count}"
        world.assert_gapless(run)
        keys = {each[2]["to"]: set() for each in effects.executed}  # type: ignore[var-annotated]
        for _, key, arguments in effects.executed:
            keys[arguments["to"]].add(key)
        assert {to: len(each) for to, each in keys.items()} == {"a": 1, "b": 1}
        if not died:
            return
    raise AssertionError(f"a run wrote {MOST_RECORDS} records and did not end")
