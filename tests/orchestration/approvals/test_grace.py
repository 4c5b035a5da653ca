"""A decision with a grace: held, taken back, made real once, or fallen away; by the database's clock alone."""

from collections.abc import Iterator

import psycopg
import pytest
from database import TestDatabase
from grace_world import GRACE, Case, Connection, Counter
from world import World

pytestmark = pytest.mark.requirement("promise P18")


@pytest.fixture
def counter(shared_world: World) -> Counter:
    return Counter(shared_world)


@pytest.fixture
def web(shared: TestDatabase) -> Iterator[Connection]:
    with shared.connect("web") as connection:
        yield connection


@pytest.fixture
def supervisor(shared: TestDatabase) -> Iterator[Connection]:
    with shared.connect("super") as connection:
        yield connection


@pytest.fixture
def case(counter: Counter) -> Case:
    return counter.case()


@pytest.fixture
def held(case: Case, web: Connection) -> Case:
    """A card that Rita has approved, in its grace."""
    assert case.decide(web)["outcome"] == "held"
    return case


def test_without_a_grace_a_decision_counts_at_once(counter: Counter, web: Connection) -> None:
    for case in (counter.case(grace=None), counter.case(grace=0)):
        answer = case.decide(web)

        assert answer["outcome"] == "decided"
        card = case.card()
        assert (card["state"], card["version"], card["decided_by_name"]) == ("approved", 2, "rita")
        assert case.kinds()[-1] == "approval_decided"
        assert case.holding() is None
        assert case.undo(web)["outcome"] == "too_late"
        case.assert_sound()


def test_a_held_decision_is_told_to_nobody(case: Case, web: Connection, supervisor: Connection) -> None:
    events, run = case.kinds(), case.world.run(case.held.run)
    bells = case.bells()

    answer = case.decide(web)

    assert (answer["outcome"], answer["run"]) == ("held", str(case.held.run))
    card, holding = case.card(), case.holding()
    assert (card["state"], card["version"], card["decision"], card["decided_at"]) == (
        "pending",
        2,
        None,
        None,
    )
    assert holding is not None
    assert (holding["starts_at"] - holding["held_at"]).total_seconds() == GRACE
    assert (holding["decision"], holding["held_by_name"], holding["digest"]) == ("approve", "rita", "d" * 64)
    assert case.sweep(supervisor) == []
    assert (case.kinds(), case.world.run(case.held.run), case.bells()) == (events, run, bells)


@pytest.mark.parametrize("decision", ["approve", "reject"])
def test_it_counts_when_its_grace_is_over(
    case: Case, web: Connection, supervisor: Connection, decision: str
) -> None:
    case.park()
    case.decide(web, decision)
    holding = case.holding()
    assert holding is not None
    bells = case.bells()
    case.let_grace_end()

    (moved,) = case.sweep(supervisor)

    card = case.card()
    assert (moved["run_id"], moved["run_status"], moved["approvals"]) == (case.held.run, "queued", True)
    assert moved["first_seq"] == moved["last_seq"] == case.world.run(case.held.run)["last_seq"]
    assert (card["decision"], card["reason"], card["version"]) == (decision, "rita says", 3)
    assert card["decided_at"] == holding["held_at"], "it was made then, and only counts from now on"
    assert case.world.run(case.held.run)["status"] == "queued"
    assert case.bells() == bells + 1
    assert case.audited() == [("approvals:decide", "rita", None)]
    assert case.sweep(supervisor) == []
    assert case.kinds().count("approval_decided") == 1
    case.assert_sound()


def test_what_the_kernel_writes_down_is_in_the_order_of_its_ids(
    counter: Counter, web: Connection, supervisor: Connection
) -> None:
    case = counter.case()
    case.decide(web)
    case.let_grace_end()
    case.sweep(supervisor)

    (row,) = case.world.owner(
        "select id::text, at, detail from audit_auditentry where object_id = %s", [str(case.approval)]
    )

    assert row["id"][14] == "7"
    assert abs(int(row["id"].replace("-", "")[:12], 16) - row["at"].timestamp() * 1000) < 2000
    assert row["detail"] == {"decision": "approve", "digest": "d" * 64, "run": str(case.held.run)}


def test_taken_back_the_card_waits_as_before(held: Case, web: Connection, supervisor: Connection) -> None:
    events = held.kinds()

    answer = held.undo(web)

    assert (answer["outcome"], answer["decision"]) == ("undone", "approve")
    assert (held.card()["state"], held.card()["version"], held.holding()) == ("pending", 3, None)
    held.let_grace_end()
    assert held.sweep(supervisor) == []
    assert held.kinds() == events
    assert held.undo(web)["outcome"] == "nothing"
    assert held.card()["version"] == 3
    assert held.decide(web, "reject", by="alice")["outcome"] == "held"


def test_only_who_decided_takes_it_back(held: Case, web: Connection) -> None:
    before = (held.card(), held.holding())

    answers = [held.undo(web, by="alice"), held.undo(web, kind="api_key")]

    assert [(answer["outcome"], answer["by"]) for answer in answers] == [("not_yours", "rita")] * 2
    assert (held.card(), held.holding()) == before


def test_after_the_grace_it_is_too_late_also_where_no_sweep_has_come(held: Case, web: Connection) -> None:
    held.let_grace_end()

    answer = held.undo(web)

    assert (answer["outcome"], answer["decision"], answer["by"]) == ("too_late", "approve", "rita")
    assert held.card()["state"] == "approved"
    assert held.kinds()[-1] == "approval_decided"
    assert held.undo(web, by="alice")["outcome"] == "not_yours"
    held.assert_sound()


def test_others_hear_that_it_is_decided(held: Case, web: Connection) -> None:
    before = (held.card(), held.holding())

    for by, decision, version, outcome in (
        ("alice", "approve", 1, "already"),
        ("alice", "reject", 2, "already"),
        ("rita", "reject", 2, "already"),
        ("rita", "approve", 1, "same"),
    ):
        answer = held.decide(web, decision, by=by, version=version)
        assert (answer["outcome"], answer["by"], answer["decision"]) == (outcome, "rita", "approve")
    assert (held.card(), held.holding()) == before


def test_a_later_decision_makes_a_due_one_real_first(held: Case, web: Connection) -> None:
    held.let_grace_end()

    answer = held.decide(web, "reject", by="alice")

    assert (answer["outcome"], answer["by"], answer["decision"]) == ("already", "rita", "approve")
    assert (held.card()["state"], held.holding()) == ("approved", None)
    assert held.decide(web, "approve", by="rita")["outcome"] == "same"
    held.assert_sound()


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [({"version": 7}, "version_conflict"), ({"digest": True}, "digest_mismatch")],
)
def test_what_may_not_be_decided_is_not_held(
    case: Case, web: Connection, changes: dict[str, int], outcome: str
) -> None:
    if "digest" in changes:
        case.world.owner(
            "update orchestration_approval set digest = %s where id = %s", ["e" * 64, case.approval]
        )
    before = case.card()

    answer = case.decide(web, version=changes.get("version"))

    assert answer["outcome"] == outcome
    assert (case.card(), case.holding()) == (before, None)


def test_what_has_expired_is_not_held(case: Case, web: Connection) -> None:
    case.let_card_expire()

    assert case.decide(web)["outcome"] == "expired"
    assert case.holding() is None


@pytest.mark.requirement("case H16")
@pytest.mark.parametrize(
    "lost",
    [
        "update tenancy_membership set role = 'viewer' where user_id = %s",
        "delete from tenancy_membership where user_id = %s",
        "update accounts_user set is_active = false where id = %s",
    ],
)
def test_a_decision_of_somebody_who_lost_the_right_falls_away(
    held: Case, web: Connection, supervisor: Connection, lost: str
) -> None:
    events, run = held.kinds(), held.world.run(held.held.run)
    with held.world.database.connect("baton") as superuser:
        superuser.execute(lost, [held.world.people["rita"].id])
    held.let_grace_end()

    (moved,) = held.sweep(supervisor)

    assert (moved["approvals"], moved["first_seq"]) == (True, moved["last_seq"] + 1)
    assert (held.card()["state"], held.card()["decision"], held.holding()) == ("pending", None, None)
    assert held.audited() == [("approvals:decide:refused", "rita", "not_a_reviewer")]
    assert (held.kinds(), held.world.run(held.held.run)) == (events, run)
    assert held.decide(web, "reject", by="alice")["outcome"] == "held"


def test_a_key_that_was_revoked_in_the_grace_decides_nothing(
    case: Case, web: Connection, supervisor: Connection
) -> None:
    key = case.world.add_key(["approvals:decide"], by="rita")
    case.world.people["key"] = type(case.world.people["rita"])(key, "key", "")
    answer = case._as_web(
        web,
        "kernel.decide_approval(%s, 'approve', %s, 1, '', 'api_key', %s, 'key')",
        [case.approval, "d" * 64, key],
    )
    assert answer["outcome"] == "held"
    case.world.owner("update tenancy_apikey set revoked_at = now() where id = %s", [key])
    case.let_grace_end()

    case.sweep(supervisor)

    assert case.audited() == [("approvals:decide:refused", "key", "not_a_reviewer")]
    assert (case.card()["state"], case.holding()) == ("pending", None)


def test_a_card_that_was_altered_in_the_grace_is_not_decided(held: Case, supervisor: Connection) -> None:
    held.world.owner("update orchestration_approval set digest = %s where id = %s", ["e" * 64, held.approval])
    held.let_grace_end()

    held.sweep(supervisor)

    assert held.card()["decision"] is None
    assert held.audited() == [("approvals:decide:refused", "rita", "approval_digest_mismatch")]


def test_expiry_does_not_touch_what_was_decided_in_time(
    held: Case, web: Connection, supervisor: Connection
) -> None:
    held.let_card_expire()

    assert held.sweep(supervisor, "expire_approvals()") == []
    assert held.card()["state"] == "pending"
    held.let_grace_end()
    assert held.sweep(supervisor, "expire_approvals()") == []
    assert len(held.sweep(supervisor)) == 1
    assert held.card()["state"] == "approved"
    held.assert_sound()


def test_taken_back_after_its_time_the_card_expires(
    held: Case, web: Connection, supervisor: Connection
) -> None:
    held.let_card_expire()
    assert held.undo(web)["outcome"] == "undone"

    assert len(held.sweep(supervisor, "expire_approvals()")) == 1
    assert held.card()["state"] == "expired"
    assert held.undo(web)["outcome"] == "expired"
    held.assert_sound()


def test_a_cancelled_run_voids_it(held: Case, web: Connection, supervisor: Connection) -> None:
    held.cancel(web)
    held.let_grace_end()

    assert held.sweep(supervisor) == []
    assert (held.card()["state"], held.card()["decision"], held.holding()) == ("cancelled", None, None)
    assert held.undo(web)["outcome"] == "run_not_waiting"
    assert held.audited() == []
    held.assert_sound()


def test_a_card_that_is_replaced_voids_it(
    held: Case, web: Connection, shared: TestDatabase, supervisor: Connection
) -> None:
    with shared.connect("worker") as worker:
        assert held.supersede(worker) == "done"
    held.let_grace_end()

    assert held.undo(web)["outcome"] == "superseded"
    assert held.decide(web, by="alice")["outcome"] == "superseded"
    assert held.sweep(supervisor) == []
    assert (held.card()["state"], held.card()["decision"], held.holding()) == ("superseded", None, None)
    held.assert_sound()


@pytest.mark.parametrize("is_swept_before", [True, False])
def test_the_deadline_voids_it(held: Case, supervisor: Connection, is_swept_before: bool) -> None:
    held.let_grace_end()
    held.let_deadline_pass()
    sweeps = ["end_overdue(0)", "settle_decisions()"]

    for sweep in sweeps if is_swept_before else reversed(sweeps):
        held.sweep(supervisor, sweep)

    assert (held.card()["state"], held.card()["decision"], held.holding()) == ("cancelled", None, None)
    assert "approval_decided" not in held.kinds()
    assert held.world.run(held.held.run)["status"] == "timed_out"


def test_a_run_that_needs_attention_takes_no_decision(
    held: Case, web: Connection, supervisor: Connection
) -> None:
    entry = held.held.entry(patch={"status": "needs_attention", "error_code": "outcome_unknown"})
    assert held.desk.outcome(held.worker, entry) == "done"
    held.let_grace_end()

    held.sweep(supervisor)

    assert (held.card()["state"], held.holding()) == ("pending", None)
    assert held.audited() == [("approvals:decide:refused", "rita", "run_not_waiting")]
    assert held.decide(web, by="alice")["outcome"] == "run_not_waiting"


def test_a_run_that_somebody_holds_keeps_no_other_waiting(
    counter: Counter, web: Connection, supervisor: Connection
) -> None:
    cases = [counter.case() for _ in range(2)]
    for case in cases:
        case.decide(web)
        case.let_grace_end()

    with counter.desk.lock(cases[0].held.run):
        assert [row["run_id"] for row in case.sweep(supervisor)] == [cases[1].held.run]
    assert [row["run_id"] for row in case.sweep(supervisor)] == [cases[0].held.run]


@pytest.mark.requirement("promise P23")
def test_no_role_but_the_kernel_writes_a_held_decision(held: Case, shared: TestDatabase) -> None:
    before = held.holding()
    statements = (
        "insert into orchestration_helddecision select * from orchestration_helddecision",
        "update orchestration_helddecision set starts_at = now()",
        "delete from orchestration_helddecision",
        f"select kernel.settle_decision('{held.approval}')",
        f"select kernel.record_decision('{held.approval}', 'approve', '', 'user', '{held.approval}', 'x', now())",
    )

    for role in ("web", "worker", "super"):
        for statement in statements:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                shared.rows(statement, role=role)
    for role, statement in (
        ("worker", f"select kernel.undo_decision('{held.approval}', 'user', '{held.approval}')"),
        ("worker", "select kernel.settle_decisions()"),
        ("web", "select kernel.settle_decisions()"),
        ("super", f"select kernel.undo_decision('{held.approval}', 'user', '{held.approval}')"),
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            shared.rows(statement, role=role)
    assert held.holding() == before


@pytest.mark.requirement("promise P24")
def test_another_organization_takes_nothing_back(held: Case, web: Connection, shared: TestDatabase) -> None:
    other = World(shared).build()
    before = (held.card(), held.holding())

    with web.transaction():
        web.execute("select set_config('app.organization', %s, true)", [str(other.organization)])
        answer = web.execute(
            "select kernel.undo_decision(%s, 'user', %s) as a",
            [held.approval, held.world.people["rita"].id],
        ).fetchone()
        seen = web.execute("select count(*) as n from orchestration_helddecision").fetchone()

    assert (answer, seen) == ({"a": None}, {"n": 0})
    assert (held.card(), held.holding()) == before


def test_a_sweep_with_nothing_to_do_looks_at_one_small_index(
    counter: Counter, web: Connection, shared: TestDatabase
) -> None:
    case = counter.case()
    case.decide(web)
    with shared.connect("baton") as superuser:
        # Nothing of what the planner may weigh decides here, only what can be used: a table of few rows
        # is read whole or by its key otherwise, as the statistics of the moment say.
        for way in ("seqscan", "sort", "bitmapscan"):
            superuser.execute(f"set enable_{way} = off")
        rows = superuser.execute(
            "explain select d.approval_id from orchestration_helddecision d"
            " where d.starts_at <= clock_timestamp() order by d.starts_at limit 200"
        ).fetchall()
    plan = "\n".join(str(row["QUERY PLAN"]) for row in rows)
    assert "decision_to_start" in plan, plan
