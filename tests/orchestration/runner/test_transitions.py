"""Every pair of states, written past all code: the database lets the legal ones pass (promises 4.2)."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import product
from typing import Any
from uuid import UUID

import psycopg
import pytest
from database import Cluster
from psycopg.types.json import Jsonb
from world import World

from baton.core.ids import new_id
from orchestration.engine.states import (
    APPROVAL_TRANSITIONS,
    CALL_ENDS,
    CALL_TRANSITIONS,
    RUN_ENDS,
    RUN_TRANSITIONS,
    ApprovalState,
    CallState,
    RunStatus,
)

pytestmark = [pytest.mark.requirement("promises 4.2"), pytest.mark.requirement("promises 7.73")]

type Pairs = frozenset[tuple[Any, Any]]
type Make = Callable[[World, UUID, str], UUID]


def make_run(world: World, run: UUID, status: str) -> UUID:
    identifier = new_id()
    world.owner(
        "insert into orchestration_run select (jsonb_populate_record(r, %s)).* from orchestration_run r"
        " where id = %s",
        [Jsonb({"id": str(identifier), "status": status}), run],
    )
    return identifier


def make_call(world: World, run: UUID, state: str) -> UUID:
    identifier = new_id()
    world.owner(
        "insert into orchestration_toolcall (id, organization_id, run_id, step_id, task_id, index,"
        " tool_name, state)"
        " values (%s, %s, %s, %s, %s, 0, 'pay', %s)",
        [identifier, world.organization, run, new_id(), new_id(), state],
    )
    return identifier


def make_approval(world: World, run: UUID, state: str) -> UUID:
    identifier = new_id()
    world.owner(
        "insert into orchestration_approval (id, organization_id, project_id, run_id, call_id, revision,"
        " digest,"
        " binding, card, state, expires_at, execute_within_seconds)"
        " values (%s, %s, %s, %s, %s, 1, '', '{}', '{}', %s, now(), 1)",
        [identifier, world.organization, world.project, run, make_call(world, run, "awaiting"), state],
    )
    return identifier


MACHINES: dict[str, tuple[type[StrEnum], Pairs, Make, str]] = {
    "orchestration_run": (RunStatus, RUN_TRANSITIONS, make_run, "status"),
    "orchestration_toolcall": (CallState, CALL_TRANSITIONS, make_call, "state"),
    "orchestration_approval": (ApprovalState, APPROVAL_TRANSITIONS, make_approval, "state"),
}


@pytest.fixture(scope="module")
def started(cluster: Cluster) -> Iterator[tuple[World, UUID]]:
    with cluster.copy() as database:
        world = World(database).build()
        yield world, world.start(world.add_agent())


@pytest.mark.parametrize("table", MACHINES)
def test_of_all_pairs_of_states_exactly_the_legal_ones_pass(started: tuple[World, UUID], table: str) -> None:
    states, legal, make, column = MACHINES[table]
    world, run = started
    rows = {state: make(world, run, state.value) for state in states}

    passed, refused = set(), []
    with world.database.connect("owner") as owner:
        for before, after in product(states, states):
            with owner.transaction(force_rollback=True):
                try:
                    owner.execute(
                        f"update {table} set {column} = %s where id = %s", [after.value, rows[before]]
                    )
                except psycopg.errors.CheckViolation as error:
                    refused.append(str(error))
                else:
                    passed.add((before, after))

    assert passed == set(legal) | {(state, state) for state in states}
    assert all("illegal_transition" in words for words in refused)


@pytest.mark.parametrize("table", MACHINES)
def test_a_word_that_is_no_state_is_refused(started: tuple[World, UUID], table: str) -> None:
    _, _, make, _ = MACHINES[table]
    world, run = started

    for word in ("", "done", "Completed", "canceled"):
        with pytest.raises(psycopg.errors.CheckViolation):
            make(world, run, word)


def test_nothing_leaves_an_end() -> None:
    assert [pair for pair in RUN_TRANSITIONS if pair[0] in RUN_ENDS] == []
    assert [pair for pair in CALL_TRANSITIONS if pair[0] in CALL_ENDS] == []
    ends = set(ApprovalState) - {ApprovalState.PENDING, ApprovalState.APPROVED}
    assert [pair for pair in APPROVAL_TRANSITIONS if pair[0] in ends] == []


def test_every_state_can_be_reached_and_every_open_one_left() -> None:
    for states, legal, start in (
        (RunStatus, RUN_TRANSITIONS, RunStatus.QUEUED),
        (CallState, CALL_TRANSITIONS, CallState.PROPOSED),
        (ApprovalState, APPROVAL_TRANSITIONS, ApprovalState.PENDING),
    ):
        assert {after for _, after in legal} | {start} == set(states)
    assert {before for before, _ in RUN_TRANSITIONS} == set(RunStatus) - RUN_ENDS
    assert {before for before, _ in CALL_TRANSITIONS} == set(CallState) - CALL_ENDS
