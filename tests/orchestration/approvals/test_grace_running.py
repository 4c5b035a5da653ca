"""Decisions with a grace on a running platform: real runners, and two supervisors with every loop they have."""

import time
from collections.abc import Iterator
from uuid import UUID

import pytest
from database import TestDatabase
from grace_world import supervisors
from people import People, Person
from rest_world import world_of
from world import Ledger, World, reply, running, script

from baton.core.errors import Conflict
from orchestration.approvals.services import Decision, decide_approval, undo_decision

RUNS = 9
GRACE = 2
LATEST = 5.0
"""Seconds after its grace at which a decision must count: ten times the goal."""


@pytest.fixture
def supervised(database: TestDatabase) -> Iterator[None]:
    with supervisors(database, 2):
        yield


def waiting_refunds(people: People, number: int, **rule: object) -> tuple[World, list[UUID]]:
    world = world_of(people.database, people.north, people.alice, people.rita)
    tool = world.add_tool("refund", effect_class="keyed")
    world.set_policy([{"tool": "refund", "outcome": "ask", "grace_seconds": GRACE, **rule}])
    replies = script(reply(("refund", {"order": "A-1"})), reply(text="Done."))
    version = world.add_agent(tools=[tool], connection=world.add_connection(script=replies))
    runs = [world.start(version) for _ in range(number)]
    for run in runs:
        world.wait_for(run, "waiting")
    return world, runs


def decide(person: Person, approval: UUID, world: World, decision: Decision = Decision.APPROVE) -> None:
    (row,) = world.owner("select digest, version from orchestration_approval where id = %s", [approval])
    decide_approval(
        actor=person.actor,
        approval_id=approval,
        decision=decision,
        digest=row["digest"],
        version=row["version"],
    )


@pytest.mark.requirement("promise P18")
def test_what_was_approved_runs_once_after_its_grace_and_what_was_taken_back_never(
    people: People, supervised: None
) -> None:
    ledger = Ledger()
    with running(people.database, ledger):
        world, runs = waiting_refunds(people, RUNS)
        cards = [world.pending(run) for run in runs]
        approved, rejected, undone = cards[0::3], cards[1::3], cards[2::3]
        for approval in approved + undone:
            decide(people.rita, approval, world)
        for approval in rejected:
            decide(people.rita, approval, world, Decision.REJECT)
        assert {row["state"] for run in runs for row in world.approvals(run)} == {"pending"}
        for approval in undone:
            undo_decision(actor=people.rita.actor, approval_id=approval)
        assert ledger.executed == []

        for run in runs[0::3] + runs[1::3]:
            world.wait_for(run, "completed")
        time.sleep(1.0)

        assert len(ledger.executed) == len(approved)
        assert len({key for _, key, _ in ledger.executed}) == len(approved)
        assert [world.run(run)["status"] for run in runs[2::3]] == ["waiting"] * len(undone)
        late = world.owner(
            "select max(extract(epoch from e.at - a.decided_at)) as seconds from orchestration_approval a"
            " join orchestration_traceevent e on e.run_id = a.run_id and e.kind = 'approval_decided'"
        )[0]["seconds"]
        print(f"GRACE late_by={float(late) - GRACE:.3f}s")
        assert 0 <= float(late) - GRACE < LATEST
        with pytest.raises(Conflict, match="counts already"):
            undo_decision(actor=people.rita.actor, approval_id=approved[0])

        for approval in undone:
            decide(people.alice, approval, world)
        for run in runs[2::3]:
            world.wait_for(run, "completed")
        assert len(ledger.executed) == len(approved) + len(undone)
    for run in runs:
        world.assert_gapless(run)


def test_in_the_grace_the_run_may_end_and_nothing_runs(people: People, supervised: None) -> None:
    ledger = Ledger()
    with running(people.database, ledger):
        world, runs = waiting_refunds(people, 3)
        for run in runs:
            decide(people.rita, world.pending(run), world)
        world.cancel(runs[0])
        world.owner("update orchestration_run set deadline_at = now() where id = %s", [runs[1]])
        world.owner("update tenancy_membership set role = 'viewer' where user_id = %s", [people.rita.id])

        world.wait_for(runs[0], "cancelled")
        world.wait_for(runs[1], "timed_out")
        world.wait(
            lambda: world.owner("select count(*) as n from orchestration_helddecision")[0]["n"] == 0,
            "no decision held any more",
        )
        time.sleep(0.5)

        assert ledger.executed == []
        assert [world.approvals(run)[0]["state"] for run in runs] == ["cancelled", "cancelled", "pending"]
        assert world.run(runs[2])["status"] == "waiting"
    refused = world.owner(
        "select action, detail ->> 'code' as code from audit_auditentry where action like '%%refused'"
    )
    assert [(row["action"], row["code"]) for row in refused] == [
        ("approvals:decide:refused", "not_a_reviewer")
    ]


def test_what_is_asked_anew_in_the_grace_is_decided_anew(people: People, supervised: None) -> None:
    """The destination moves while the approval is held: it falls with its card, and nothing goes anywhere."""
    ledger = Ledger()
    with running(people.database, ledger):
        world, (run,) = waiting_refunds(people, 1)
        decide(people.rita, world.pending(run), world)
        world.owner(
            "update agents_toolversion set spec = jsonb_set(spec, '{http,url}', '\"https://other.example/do\"')"
        )

        world.wait(lambda: len(world.approvals(run)) == 2, "a second card")
        first, second = world.approvals(run)

        assert (first["state"], first["decision"]) == ("superseded", "approve")
        assert (second["state"], second["card"]["because"]) == ("pending", ["tool_definition", "destination"])
        assert second["card"]["grace_seconds"] == GRACE
        assert ledger.executed == []
        decide(people.rita, second["id"], world)
        world.wait_for(run, "completed")
        assert len(ledger.executed) == 1


def test_a_supervisor_that_was_away_makes_it_real_when_it_comes_back(people: People) -> None:
    ledger = Ledger()
    with running(people.database, ledger):
        world, (run,) = waiting_refunds(people, 1)
        decide(people.rita, world.pending(run), world)
        world.owner("update orchestration_helddecision set starts_at = now() - interval '1 minute'")
        time.sleep(0.5)
        assert (world.run(run)["status"], ledger.executed) == ("waiting", [])

        with supervisors(people.database, 1):
            world.wait_for(run, "completed")
    assert len(ledger.executed) == 1
