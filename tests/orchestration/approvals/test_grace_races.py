"""Every two of what can meet a held decision, at the same moment, on connections of their own.

Undo, the end of the grace, expiry, cancel, a replaced card, the deadline, a second decider and the same one
again. Whatever comes first: at most one decision, told once, and never one that was taken back.
"""

import itertools
import random
import threading
import time
from collections import Counter as Tally
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from database import TestDatabase
from grace_world import Case, Connection, Counter
from world import World

pytestmark = [pytest.mark.requirement("promise P18"), pytest.mark.requirement("promise P19")]

ROUNDS = 12
JITTER = 4.0
"""Milliseconds around the end of the grace in which a round's two acts fall."""

ROLES = {
    "undo": "web",
    "due": "super",
    "expire": "super",
    "cancel": "web",
    "supersede": "worker",
    "deadline": "super",
    "second": "web",
    "same": "web",
}
Act = Callable[[Case, Connection, int], object]
ACTS: dict[str, Act] = {
    "undo": lambda case, connection, version: case.undo(connection)["outcome"],
    "due": lambda case, connection, version: len(case.sweep(connection)),
    "expire": lambda case, connection, version: len(case.sweep(connection, "expire_approvals()")),
    "cancel": lambda case, connection, version: case.cancel(connection)["outcome"],
    "supersede": lambda case, connection, version: case.supersede(connection),
    "deadline": lambda case, connection, version: len(case.sweep(connection, "end_overdue(0)")),
    "second": lambda case, connection, version: case.decide(
        connection, "reject", by="alice", version=version
    )["outcome"],
    "same": lambda case, connection, version: case.decide(connection, by="rita", version=version)["outcome"],
}
PAIRS = [
    pair
    for pair in itertools.combinations_with_replacement(ACTS, 2)
    if pair != ("supersede", "supersede")  # a run has one worker
]


@pytest.fixture
def counter(shared_world: World) -> Counter:
    return Counter(shared_world)


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda name: name)
def test_whatever_comes_first_one_decision_counts_at_most(
    shared: TestDatabase, counter: Counter, one: str, other: str
) -> None:
    chance = random.Random(f"{one} {other}")
    outcomes: Tally[tuple[object, object]] = Tally()
    with ExitStack() as stack:
        first, second, web, supervisor = (
            stack.enter_context(shared.connect(role)) for role in (ROLES[one], ROLES[other], "web", "super")
        )
        pool = stack.enter_context(ThreadPoolExecutor(2))
        for n in range(ROUNDS):
            case = _arranged(counter, web, {one, other}, parked=n % 2 == 0, chance=chance)
            version = case.card()["version"]
            barrier = threading.Barrier(2)
            delays = [chance.uniform(0, JITTER) / 1000 for _ in range(2)]

            def act(
                name: str,
                connection: Connection,
                delay: float,
                case: Case = case,
                version: int = version,
                barrier: threading.Barrier = barrier,
            ) -> object:
                barrier.wait(30)
                time.sleep(delay)
                return ACTS[name](case, connection, version)

            answers = list(pool.map(act, (one, other), (first, second), delays))
            outcomes[answers[0], answers[1]] += 1
            _settle(case, supervisor)
            _check(case, dict(zip((one, other), answers, strict=True)), answers)
    print(f"GRACE {one} x {other}: {dict(outcomes)}")


def _arranged(
    counter: Counter, web: Connection, acts: set[str], *, parked: bool, chance: random.Random
) -> Case:
    """A held decision whose grace ends in this very moment, as do the times the acts are about."""
    case = counter.case()
    if parked and "supersede" not in acts:
        case.park()
    assert case.decide(web)["outcome"] == "held"
    if "expire" in acts:
        case.let_card_expire()
    if "deadline" in acts:
        case.let_deadline_pass(chance.uniform(0, JITTER))
    case.let_grace_end(chance.uniform(0, 3 * JITTER))
    return case


def _settle(case: Case, supervisor: Connection) -> None:
    """What the supervisor does a moment later."""
    time.sleep(4 * JITTER / 1000)
    case.sweep(supervisor)
    case.sweep(supervisor, "expire_approvals()")


def _check(case: Case, by_act: dict[str, object], answers: list[object]) -> None:
    case.assert_sound()
    card, kinds, audited = case.card(), case.kinds(), case.audited()
    holding = case.holding()
    decided = kinds.count("approval_decided")
    # What is held now was decided anew, after the first one had been taken back.
    assert holding is None or ("undone" in answers and holding["held_by_name"] in ("alice", "rita"))
    if holding is not None:
        assert {"second", "same"} & {*by_act}
        assert decided == 0
    if "undone" in answers:
        assert decided == 0, "a decision that was taken back has counted"
        assert answers.count("undone") == 1
        assert audited == []
    if "too_late" in answers:
        assert card["decided_by_name"] == "rita"
    if by_act.get("second") == "already":
        assert card["decision"] in (None, "approve")
    if "done" in answers:  # the card was replaced; a decision before it lost its effect
        assert card["state"] in ("superseded", "cancelled")
    if by_act.get("cancel") in ("cancelling", "already"):
        assert card["state"] in ("cancelled", "approved", "superseded", "expired")
        assert case.world.run(case.held.run)["status"] in ("cancelling", "timed_out")
        if decided:
            assert kinds.index("approval_decided") < kinds.index("run_cancelling")
            assert card["state"] == "cancelled"
    if case.world.run(case.held.run)["status"] == "timed_out" and decided:
        assert kinds.index("approval_decided") < kinds.index("run_timed_out")
    kernels = [line for line in audited if line[0] == "approvals:decide"]
    assert len(kernels) == decided, "each that counts is written down once"
    if set(by_act) <= {"due", "same", "second", "expire"}:
        assert (card["state"], card["decided_by_name"]) == ("approved", "rita")
    status = case.world.run(case.held.run)["status"]
    if status == "queued" and decided:
        assert case.bells() == 2, "one bell at its start, one for the decision"


def test_of_many_sweeps_and_deciders_at_once_one_makes_it_real(
    shared: TestDatabase, counter: Counter
) -> None:
    """Four supervisors, two deciders who come again and one who takes back, in the last moment of the grace."""
    roles = ["due"] * 4 + ["same", "second", "undo"]
    taken_back = 0
    with ExitStack() as stack:
        found = [stack.enter_context(shared.connect(ROLES[role])) for role in roles]
        web, supervisor = (stack.enter_context(shared.connect(role)) for role in ("web", "super"))
        pool = stack.enter_context(ThreadPoolExecutor(len(roles)))
        for _ in range(25):
            case = counter.case()
            case.park()
            case.decide(web)
            version = case.card()["version"]
            barrier = threading.Barrier(len(roles))
            case.let_grace_end(5)

            def act(
                name: str,
                connection: Connection,
                case: Case = case,
                version: int = version,
                barrier: threading.Barrier = barrier,
            ) -> object:
                barrier.wait(30)
                answer: object = None
                for _ in range(6):
                    answer = ACTS[name](case, connection, version)
                    if answer == "undone":
                        break
                return answer

            answers = list(pool.map(act, roles, found))
            _settle(case, supervisor)

            case.assert_sound()
            if answers[-1] == "undone":
                taken_back += 1
                assert case.kinds().count("approval_decided") == 0
            else:
                assert case.kinds().count("approval_decided") == 1
                assert case.audited() == [("approvals:decide", "rita", None)]
                assert (case.card()["state"], case.bells()) == ("approved", 2)
    print(f"GRACE crowd: taken_back={taken_back} of 25")
