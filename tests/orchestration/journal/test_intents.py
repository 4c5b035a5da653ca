"""Every reason why a call may not start, one by one: the entry is refused and nothing at all has changed (P18)."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from journal_world import Desk, Held, event
from world import World

from baton.core.ids import new_id


class Case:
    """A run with an approved call that is about to start."""

    def __init__(self, desk: Desk, *, key: bool = False, **card: Any) -> None:
        self.desk, self.world = desk, desk.world
        self.worker = desk.enlist()
        self.held: Held = desk.hold(self.worker)
        self.call, self.approval = desk.ask_person(self.worker, self.held, **card)
        self.key = self.world.add_key(["approvals:decide"], by="rita") if key else None
        if self.key:
            desk.decide_by_key(self.approval, self.key)
        else:
            self.world.decide(self.approval, by="rita")

    def start(self, **changes: Any) -> dict[str, Any]:
        """The answer to an entry that starts the call, with some of its intent changed."""
        parts = self.desk.start_of(self.call, **({"approval": self.approval} | changes))
        [answer] = self.desk.commit(
            self.worker,
            self.held.entry(events=[event("tool_call_started", call=self.call, execution=1)], **parts),
        )
        return answer

    def set_call(self, change: str) -> None:
        self.world.owner(f"update orchestration_toolcall set {change} where id = %s", [self.call])

    def set_approval(self, change: str) -> None:
        self.world.owner(f"update orchestration_approval set {change} where id = %s", [self.approval])

    def set_key(self, change: str) -> None:
        self.world.owner(f"update tenancy_apikey set {change} where id = %s", [self.key])

    def refused(self, reason: str, **changes: Any) -> None:
        before = self.desk.everything()
        answer = self.start(**changes)
        assert (answer["outcome"], answer["detail"]) == ("refused", [{"call": self.call, "reason": reason}])
        assert self.desk.everything() == before

    def started(self) -> None:
        assert self.start()["outcome"] == "done"
        assert self.desk.call(self.call)["state"] == "executing"
        assert self.desk.call(self.call)["executions"] == 1
        assert self.desk.approval(self.approval)["consumed_at"] is not None


type Change = Callable[[Case], object]

CHANGES: list[tuple[str, str, Change]] = [
    (
        "deadline",
        "the deadline has passed",
        lambda c: c.world.owner(
            "update orchestration_run set deadline_at = now() where id = %s", [c.held.run]
        ),
    ),
    (
        "paused",
        "the platform is paused",
        lambda c: c.world.owner("update tenancy_platform set paused_at = now()"),
    ),
    (
        "paused",
        "the organization is paused",
        lambda c: c.world.owner(
            "update tenancy_organization set paused_at = now() where id = %s", [c.world.organization]
        ),
    ),
    (
        "paused",
        "the organization is suspended",
        lambda c: c.world.owner(
            "update tenancy_organization set suspended_at = now() where id = %s", [c.world.organization]
        ),
    ),
    (
        "tool_withdrawn",
        "the tool version is withdrawn",
        lambda c: c.world.owner(
            "update agents_toolversion set withdrawn_at = now() where id = %s", [c.desk.tool.version_id]
        ),
    ),
    (
        "binding_broken",
        "the stored arguments were changed",
        lambda c: c.set_call("arguments = '{\"amount\":81}'"),
    ),
    (
        "binding_broken",
        "the order of the stored arguments was changed",
        lambda c: c.set_call("arguments = '{ \"amount\":80}'"),
    ),
    (
        "binding_broken",
        "the stored digest was changed",
        lambda c: c.set_approval("digest = 'x'"),
    ),
    (
        "binding_broken",
        "the call in the ledger names another tool version",
        lambda c: c.set_call(f"tool_version_id = '{new_id()}'"),
    ),
    (
        "approval_missing",
        "the arguments are gone",
        lambda c: c.set_call("arguments = null"),
    ),
    (
        "approval_missing",
        "the approval was superseded",
        lambda c: c.set_approval("state = 'superseded'"),
    ),
    (
        "approval_missing",
        "the approval was cancelled",
        lambda c: c.set_approval("state = 'cancelled'"),
    ),
    (
        "approval_expired",
        "the time to execute it has passed",
        lambda c: c.set_approval("decided_at = now() - interval '3601 s'"),
    ),
    (
        "decider_role",
        "the decider was removed",
        lambda c: c.world.owner(
            "delete from tenancy_membership where user_id = %s", [c.world.people["rita"].id]
        ),
    ),
    (
        "decider_role",
        "the decider was made an operator",
        lambda c: c.world.owner(
            "update tenancy_membership set role = 'operator' where user_id = %s", [c.world.people["rita"].id]
        ),
    ),
    (
        "decider_role",
        "the decider was suspended",
        lambda c: c.world.owner(
            "update accounts_user set is_active = false where id = %s", [c.world.people["rita"].id]
        ),
    ),
    (
        "decider_role",
        "the decider is a member of another organization only",
        lambda c: (
            (other := World(c.world.database).build())
            and c.world.owner(
                "update tenancy_membership set organization_id = %s where user_id = %s",
                [other.organization, c.world.people["rita"].id],
            )
        ),
    ),
    (
        "decider_role",
        "who decided is of no known kind",
        lambda c: c.set_approval("decided_by_kind = null"),
    ),
]

KEY_CHANGES: list[tuple[str, Change]] = [
    ("the key was revoked", lambda c: c.set_key("revoked_at = now()")),
    ("the key has expired", lambda c: c.set_key("expires_at = now()")),
    ("the key lost its scope", lambda c: c.set_key("scopes = '{runs:read}'")),
    (
        "the key's maker was suspended",
        lambda c: c.world.owner(
            "update accounts_user set is_active = false where id = %s", [c.world.people["rita"].id]
        ),
    ),
    (
        "the key's maker was removed",
        lambda c: c.world.owner(
            "delete from tenancy_membership where user_id = %s", [c.world.people["rita"].id]
        ),
    ),
]


@pytest.mark.requirement("promise P18")
@pytest.mark.parametrize("key", [False, True], ids=["by a person", "by a key"])
def test_an_approved_call_starts_and_consumes_its_approval(desk: Desk, key: bool) -> None:
    Case(desk, key=key).started()


@pytest.mark.requirement("promise P18")
@pytest.mark.requirement("promise P21")
@pytest.mark.parametrize(
    ("reason", "change"), [(r, c) for r, _, c in CHANGES], ids=[what for _, what, _ in CHANGES]
)
def test_a_call_does_not_start_when(desk: Desk, reason: str, change: Change) -> None:
    case = Case(desk)
    change(case)
    case.refused(reason)


@pytest.mark.requirement("promise P20")
@pytest.mark.parametrize("change", [c for _, c in KEY_CHANGES], ids=[what for what, _ in KEY_CHANGES])
def test_a_call_that_a_key_approved_does_not_start_when(desk: Desk, change: Change) -> None:
    case = Case(desk, key=True)
    change(case)
    case.refused("decider_role")


@pytest.mark.requirement("promise P20")
@pytest.mark.parametrize("role", ["owner", "admin", "reviewer", "builder", "operator", "viewer"])
def test_a_decision_counts_while_its_maker_may_decide(desk: Desk, role: str) -> None:
    case = Case(desk)
    case.world.owner(
        "update tenancy_membership set role = %s where user_id = %s", [role, case.world.people["rita"].id]
    )
    if role in ("owner", "admin", "reviewer"):
        case.started()
    else:
        case.refused("decider_role")


@pytest.mark.parametrize("part", ["digest", "arguments_sha256"])
@pytest.mark.parametrize("value", [None, "", "x"])
def test_an_intent_that_does_not_say_what_it_runs_is_refused(
    desk: Desk, part: str, value: str | None
) -> None:
    Case(desk).refused("binding_broken", **{part: value})


def test_an_intent_names_a_tool_version_of_its_own_organization(desk: Desk) -> None:
    case = Case(desk)
    other = World(desk.world.database).build().add_tool("refund")
    case.refused("tool_withdrawn", tool_version=other.version_id)
    case.refused("tool_withdrawn", tool_version=None)


@pytest.mark.requirement("promise P23")
def test_a_call_with_a_card_does_not_start_without_naming_its_approval(desk: Desk) -> None:
    Case(desk).refused("approval_missing", approval=None)


def test_an_approval_that_does_not_exist_starts_nothing(desk: Desk) -> None:
    Case(desk).refused("approval_missing", approval=str(new_id()))


@pytest.mark.requirement("promise P18")
@pytest.mark.requirement("promises 7.44")
def test_an_approval_of_another_call_or_run_starts_nothing(desk: Desk) -> None:
    case = Case(desk)
    _, second = desk.ask_person(case.worker, case.held)
    desk.world.decide(second, by="rita")
    case.refused("approval_missing", approval=str(second))
    elsewhere = Case(desk)
    case.refused("approval_missing", approval=str(elsewhere.approval))


@pytest.mark.parametrize("decision", [None, "reject"])
def test_a_pending_or_rejected_card_starts_nothing(desk: Desk, decision: str | None) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    call, approval = desk.ask_person(worker, held)
    if decision:
        desk.world.decide(approval, decision, by="rita")
    before = desk.everything()

    [answer] = desk.commit(worker, held.entry(**desk.start_of(call, approval)))

    assert answer["detail"] == [{"call": call, "reason": "approval_missing"}]
    assert desk.everything() == before


@pytest.mark.requirement("promise P2")
@pytest.mark.requirement("promise P18")
def test_an_approval_is_consumed_once(desk: Desk) -> None:
    case = Case(desk)
    case.started()
    case.refused("approval_consumed")


@pytest.mark.requirement("promise P3")
def test_a_call_that_was_executing_may_be_sent_again_under_its_consumed_approval(desk: Desk) -> None:
    case = Case(desk)
    case.started()
    case.set_approval("decided_at = now() - interval '2 h'")
    desk.world.owner("delete from tenancy_membership where user_id = %s", [desk.world.people["rita"].id])

    assert case.start(again=True)["outcome"] == "done"

    assert desk.call(case.call)["executions"] == 2


@pytest.mark.requirement("promise P18")
@pytest.mark.parametrize("change", [c for r, _, c in CHANGES if r in ("approval_expired", "decider_role")])
def test_a_call_that_never_started_is_not_sent_again(desk: Desk, change: Change) -> None:
    """`again` waives what the first start has proved; it must not stand in for the first start."""
    case = Case(desk)
    change(case)
    case.refused("not_executing", again=True)


def test_a_call_without_a_card_is_not_sent_again_before_it_was_sent(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    call = desk.new_call(held, "allowed")
    assert desk.outcome(worker, held.entry(rows={"toolcall": [call]})) == "done"

    [answer] = desk.commit(worker, held.entry(**desk.start_of(call["id"], again=True)))

    assert answer["detail"] == [{"call": call["id"], "reason": "not_executing"}]


def test_a_call_that_policy_allows_starts_without_a_card_in_the_entry_that_writes_it(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    call = desk.new_call(held, "executing")
    intents = desk.start_of(call["id"])["intents"]

    assert desk.outcome(worker, held.entry(rows={"toolcall": [call]}, intents=intents)) == "done"

    assert desk.call(call["id"])["executions"] == 1


@pytest.mark.requirement("promise P23")
@pytest.mark.parametrize("new", [False, True])
def test_a_call_does_not_execute_without_an_intent(desk: Desk, new: bool) -> None:
    """The ledger cannot say `executing` past the predicate."""
    worker = desk.enlist()
    held = desk.hold(worker)
    call, _ = desk.ask_person(worker, held)
    before = desk.everything()
    entry = held.entry(calls=[{"id": call, "state": "executing"}])
    if new:
        entry = held.entry(rows={"toolcall": [desk.new_call(held, "executing")]})

    with pytest.raises(Exception, match="without an intent"):
        desk.commit(worker, entry)

    assert desk.everything() == before


def test_one_refused_call_holds_the_whole_entry_back_and_each_is_named(desk: Desk) -> None:
    case = Case(desk)
    call, approval = desk.ask_person(case.worker, case.held)
    good, bad = desk.start_of(case.call, case.approval), desk.start_of(call, approval)
    both = {name: good[name] + bad[name] for name in good}
    before = desk.everything()

    [answer] = desk.commit(case.worker, case.held.entry(**both))

    assert answer["detail"] == [{"call": call, "reason": "approval_missing"}]
    assert desk.everything() == before


@pytest.mark.requirement("promises 4.6")
@pytest.mark.parametrize(
    ("reason", "change"), [(r, c) for r, _, c in CHANGES[:4]], ids=[w for _, w, _ in CHANGES[:4]]
)
def test_no_model_call_starts_when(desk: Desk, reason: str, change: Change) -> None:
    case = Case(desk)
    change(case)
    before = desk.everything()

    [answer] = desk.commit(
        case.worker, case.held.entry(events=[event("model_call_started", step=str(new_id()), number=1)])
    )

    assert answer["outcome"] == "refused"
    assert [item["reason"] for item in answer["detail"]] == [reason]
    assert desk.everything() == before


@pytest.mark.requirement("promise P23")
def test_an_entry_cannot_write_a_decision(desk: Desk) -> None:
    """A card is born pending and undecided, whatever the entry says; a worker cannot decide one that exists."""
    worker = desk.enlist()
    held = desk.hold(worker)
    call = desk.new_call(held)
    forged = desk.new_card(
        call["id"],
        state="approved",
        decision="approve",
        decided_at="2026-01-01T00:00:00Z",
        decided_by_kind="user",
        decided_by_id=str(desk.world.people["rita"].id),
        decided_by_name="rita",
        reason="r",
        version=9,
        consumed_at=None,
        project_id=str(new_id()),
        organization_id=str(new_id()),
        run_id=str(new_id()),
    )
    assert desk.outcome(worker, held.entry(rows={"toolcall": [call], "approval": [forged]})) == "done"

    card = desk.approval(UUID(forged["id"]))
    undecided = (
        "decision",
        "decided_at",
        "decided_by_kind",
        "decided_by_id",
        "decided_by_name",
        "reason",
        "consumed_at",
    )
    assert {name: card[name] for name in undecided} == dict.fromkeys(undecided)
    assert (card["state"], card["version"]) == ("pending", 1)
    assert (card["organization_id"], card["run_id"]) == (desk.world.organization, held.run)
    assert card["project_id"] == desk.world.project
    for state in ("approved", "rejected", "pending"):
        before = desk.approval(card["id"])
        desk.commit(
            worker, held.entry(approvals=[{"id": str(card["id"]), "state": state, "decision": "approve"}])
        )
        assert desk.approval(card["id"]) == before
    before_start = desk.everything()
    [answer] = desk.commit(worker, held.entry(**desk.start_of(call["id"], card["id"])))
    assert answer["detail"] == [{"call": call["id"], "reason": "approval_missing"}]
    assert desk.everything() == before_start


@pytest.mark.requirement("promise P23")
def test_an_entry_cannot_touch_the_calls_and_cards_of_another_run(desk: Desk) -> None:
    worker = desk.enlist()
    theirs, ours = desk.hold(worker), desk.hold(worker)
    call, approval = desk.ask_person(worker, theirs)
    desk.world.decide(approval, by="rita")
    before = desk.call(call), desk.approval(approval), desk.world.events(theirs.run)

    desk.commit(
        worker,
        ours.entry(
            calls=[{"id": call, "state": "failed"}],
            approvals=[{"id": str(approval), "state": "superseded"}],
        ),
    )
    [answer] = desk.commit(worker, ours.entry(**desk.start_of(call, approval)))
    assert answer["detail"] == [{"call": call, "reason": "approval_missing"}]
    with pytest.raises(Exception, match="approval_call_in_run"):
        desk.commit(worker, ours.entry(rows={"approval": [desk.new_card(call, revision=2)]}))

    assert (desk.call(call), desk.approval(approval), desk.world.events(theirs.run)) == before
