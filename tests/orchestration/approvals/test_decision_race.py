"""Promise P19: of eight who decide at the same moment exactly one wins, every time."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from django.db import connections
from people import People
from rest_world import world_of
from world import World, reply, running, script

from baton.core.errors import Conflict
from baton.core.ids import new_id
from baton.tenancy.actor import Actor
from baton.tenancy.roles import Role
from orchestration.approvals.services import Decision, decide_approval

ROUNDS = 200
DECIDERS = 8


@pytest.fixture
def pending(people: People) -> list[tuple[UUID, str]]:
    """Id and digest of as many pending cards as there are rounds: one real one, the others copied from it."""
    world = world_of(people.database, people.north, people.alice)
    tool = world.add_tool("pay")
    world.set_policy([{"tool": "pay", "outcome": "ask"}])
    replies = script(reply(("pay", {})), reply(text="Paid."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    with running(world.database):
        world.wait_for(run, "waiting")
    for _ in range(ROUNDS - 1):
        _copy(world, run)
    rows = world.owner("select id, digest from orchestration_approval")
    return [(row["id"], row["digest"]) for row in rows]


def _copy(world: World, run: UUID) -> None:
    """The same waiting run once more, with ids of its own."""
    new_run, new_call = new_id(), new_id()
    for table, changes in (
        ("orchestration_run", {"id": new_run}),
        ("orchestration_toolcall", {"id": new_call, "run_id": new_run}),
        ("orchestration_approval", {"id": new_id(), "run_id": new_run, "call_id": new_call}),
    ):
        column = "id" if table == "orchestration_run" else "run_id"
        record = ", ".join(f"'{name}', '{value}'" for name, value in changes.items())
        world.owner(
            f"insert into {table} select (jsonb_populate_record(null::{table},"
            f" to_jsonb(t) || jsonb_build_object({record}))).* from {table} t where {column} = %s",
            [run],
        )


@pytest.mark.requirement("promise P19")
def test_every_round_has_one_winner_whom_the_others_hear_of(
    people: People, pending: list[tuple[UUID, str]]
) -> None:
    reviewers = [
        people.add_person(f"Reviewer {n}", people.north, Role.REVIEWER).actor for n in range(DECIDERS)
    ]
    barrier = threading.Barrier(DECIDERS)
    chance = random.Random(19)
    plan = [[chance.choice(list(Decision)) for _ in reviewers] for _ in pending]

    def decide_all(place: int, actor: Actor) -> list[str]:
        heard = []
        for (approval, digest), decisions in zip(pending, plan, strict=True):
            barrier.wait(60)
            try:
                decide_approval(
                    actor=actor, approval_id=approval, decision=decisions[place], digest=digest, version=1
                )
            except Conflict as error:
                heard.append(error.details["by"] if error.code == "approval_already_decided" else error.code)
            else:
                heard.append("won")
        connections.close_all()
        return heard

    started = time.perf_counter()
    with ThreadPoolExecutor(DECIDERS) as pool:
        heard = list(pool.map(decide_all, range(DECIDERS), reviewers))
    seconds = time.perf_counter() - started

    winners = 0
    for answers in zip(*heard, strict=True):
        (winner,) = [actor.name for actor, answer in zip(reviewers, answers, strict=True) if answer == "won"]
        assert {answer for answer in answers if answer != "won"} == {winner}
        winners += 1
    print(f"RACE rounds={len(pending)} winners={winners} deciders={DECIDERS} wall={seconds:.1f}s")
    assert winners == ROUNDS
    assert people.database.value("select count(*) from audit_auditentry") == ROUNDS
    events = "select count(*) from orchestration_traceevent where kind = 'approval_decided'"
    assert people.database.value(events) == ROUNDS
