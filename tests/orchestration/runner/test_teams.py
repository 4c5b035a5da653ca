"""Runs of orchestrations, driven by a real runner: plan, work at the same time, reviews, revisions, answer."""

from uuid import UUID

import pytest
from team_world import Member, add_team, of_kind, plan, says, start_team, started, verdict
from world import Ledger, World, reply, running, script

from agents_app.orchestration_spec import Criterion, PlanItem, PlannerSpec, ReviewSpec, Role
from agents_app.spec import Limits
from orchestration.engine.ports import ToolError

WORKER = (Role.EXECUTE,)
REVIEWER = (Role.REVIEW,)
NO_REVIEW = ReviewSpec(max_reviews=0)


def ended(world: World, run: UUID, ledger: Ledger | None = None) -> dict[str, object]:
    with running(world.database, ledger or Ledger()):
        row = world.wait_for(run, "completed", "failed", "rejected", "cancelled", "timed_out")
    world.assert_gapless(run)
    assert not world.owner("select id from orchestration_task where run_id = %s and is_processing", [run])
    return row


@pytest.mark.requirement("agents 38")
@pytest.mark.requirement("agents 40")
def test_one_agent_does_the_one_task_without_a_model_that_plans(world: World) -> None:
    run = start_team(world, add_team(world, [Member("Ann", says("Done."))], review=NO_REVIEW), "Do it.")

    row = ended(world, run)
    assert (row["status"], row["output"]) == ("completed", "Done.")
    [made] = of_kind(world, run, "plan_made")
    assert made["source"] == "input"
    [task] = started(world, run)
    assert (task["kind"], task["agent"]["name"], task["input"]) == ("execute", "Ann", "Do it.")
    [item] = of_kind(world, run, "plan_item_ended")
    assert (item["state"], item["reason"], item["reviews"]) == ("done", "not_wanted", 0)
    assert len(of_kind(world, run, "model_call_started")) == 1


@pytest.mark.requirement("agents 19")
@pytest.mark.requirement("agents 31")
@pytest.mark.requirement("agents 33")
@pytest.mark.requirement("agents 34")
@pytest.mark.requirement("agents 35")
def test_work_is_reviewed_by_another_revised_by_its_author_and_reviewed_again(world: World) -> None:
    members = [
        Member("Ann", says("first", "second"), WORKER),
        Member("Bea", [verdict(more=True, comments="Say why.")], REVIEWER),
        Member("Cid", [verdict(more=False)], REVIEWER),
    ]
    run = start_team(world, add_team(world, members))

    row = ended(world, run)
    assert (row["status"], row["output"]) == ("completed", "second")
    tasks = started(world, run)
    assert [(each["kind"], each["agent"]["name"], each["round"]) for each in tasks] == [
        ("execute", "Ann", None),
        ("review", "Bea", 1),
        ("revise", "Ann", 1),
        ("review", "Cid", 2),
    ]
    assert tasks[2]["continues"] == tasks[0]["task"]
    assert "Say why." in tasks[2]["input"]
    assert "second" in tasks[3]["input"]
    assert "first" not in tasks[3]["input"]
    assert "Say why." not in tasks[3]["input"]
    [item] = of_kind(world, run, "plan_item_ended")
    assert (item["reason"], item["reviews"], item["final_revision_unreviewed"]) == ("approved", 2, False)


@pytest.mark.requirement("agents 32")
@pytest.mark.requirement("case R04")
@pytest.mark.requirement("case R05")
def test_the_last_review_that_asks_for_changes_gets_one_more_revision_which_is_marked(world: World) -> None:
    members = [
        Member("Ann", says("one", "two", "three"), WORKER),
        Member("Bea", [verdict(more=True)], REVIEWER),
    ]
    run = start_team(world, add_team(world, members, review=ReviewSpec(max_reviews=2)))

    row = ended(world, run)
    assert (row["status"], row["output"]) == ("completed", "three")
    [item] = of_kind(world, run, "plan_item_ended")
    assert (item["reason"], item["reviews"], item["final_revision_unreviewed"]) == (
        "max_reviews_reached",
        2,
        True,
    )
    assert len(started(world, run, "review")) == 2


@pytest.mark.requirement("agents 30")
@pytest.mark.requirement("case R06")
def test_nobody_reviews_its_own_work(world: World) -> None:
    run = start_team(world, add_team(world, [Member("Ann", says("mine"))]))

    row = ended(world, run)
    assert (row["status"], row["output"]) == ("completed", "mine")
    [item] = of_kind(world, run, "plan_item_ended")
    assert (item["reason"], item["reviews"]) == ("no_reviewer", 0)
    assert not started(world, run, "review")


@pytest.mark.requirement("case R01")
@pytest.mark.requirement("case R02")
@pytest.mark.requirement("case R03")
@pytest.mark.requirement("case R08")
@pytest.mark.parametrize(
    "text",
    [
        '{"needs_more_work": "false", "comments": "wrong total", "scores": {"depth": 3}}',
        '{"needs_more_work": false, "comments": "", "scores": {"depth": 85}}',
        '{"needs_more_work": false, "comments": "", "scores": {"depth": NaN}}',
        '{"needs_more_work": true, "comments": "", "scores": {"depth": 3}}',
        "I cannot evaluate this",
    ],
)
def test_a_review_that_cannot_be_believed_is_asked_for_once_more_and_is_then_no_review(
    world: World, text: str
) -> None:
    members = [Member("Ann", says("work"), WORKER), Member("Bea", says(text, text, text), REVIEWER)]
    review = ReviewSpec(rubric=(Criterion(name="depth"),))
    run = start_team(world, add_team(world, members, review=review))

    row = ended(world, run)
    assert (row["status"], row["output"]) == ("completed", "work")
    [failed] = of_kind(world, run, "task_failed")
    assert failed["code"] == "invalid_review"
    [item] = of_kind(world, run, "plan_item_ended")
    assert item["reason"] == "failed"
    reads = of_kind(world, run, "output_read")
    assert [read["attempt"] for read in reads] == [1, 2]
    assert all(read["outcome"] == "refused" for read in reads)


def test_a_score_that_is_too_low_asks_for_more_work_whatever_the_reviewer_says(world: World) -> None:
    members = [
        Member("Ann", says("one", "two"), WORKER),
        Member("Bea", [verdict(more=False, depth=3)], REVIEWER),
    ]
    review = ReviewSpec(max_reviews=1, rubric=(Criterion(name="depth", at_least=7),))
    run = start_team(world, add_team(world, members, review=review))

    assert ended(world, run)["output"] == "two"
    [completed] = [each for each in of_kind(world, run, "task_completed") if "verdict" in each]
    assert completed["verdict"]["below"] == ["depth"]
    assert "depth: 3 (too low)" in started(world, run, "revise")[0]["input"]


@pytest.mark.parametrize(
    ("rule", "reason"), [("any", "approved"), ("majority", "approved"), ("all", "max_reviews_reached")]
)
def test_several_reviewers_look_at_the_same_time_and_the_rule_decides(
    world: World, rule: str, reason: str
) -> None:
    members = [
        Member("Ann", says("one", "two"), WORKER),
        Member("Bea", [verdict(more=False)], REVIEWER),
        Member("Cid", [verdict(more=False)], REVIEWER),
        Member("Dan", [verdict(more=True, comments="No!")], REVIEWER),
    ]
    review = ReviewSpec(max_reviews=1, reviewers=3, rule=rule)
    run = start_team(world, add_team(world, members, review=review))

    ended(world, run)
    kinds = world.kinds(run)
    assert kinds.index("task_completed", kinds.index("task_started") + 1) < kinds.index("plan_item_ended")
    assert sorted(each["agent"]["name"] for each in started(world, run, "review")) == ["Bea", "Cid", "Dan"]
    [item] = of_kind(world, run, "plan_item_ended")
    assert (item["reason"], item["reviews"]) == (reason, 1)


TWO_AND_ONE = (
    PlanItem(key="a", title="A", prompt="Find a.", specialization="digging"),
    PlanItem(key="b", title="B", prompt="Find b.", specialization="Mining"),
    PlanItem(key="c", title="C", prompt="Join.", agent="Ann", depends_on=("a", "b")),
)


@pytest.mark.requirement("agents 36")
@pytest.mark.requirement("agents 37")
def test_independent_tasks_go_on_at_the_same_time_and_dependent_ones_get_their_results(world: World) -> None:
    members = [
        Member("Ann", says("joined"), WORKER),
        Member("Bea", says("gold"), WORKER, specialization="digging"),
        Member("Cid", says("coal"), WORKER, specialization=" mining "),
    ]
    planner = PlannerSpec(kind="static", items=TWO_AND_ONE)
    run = start_team(world, add_team(world, members, planner=planner, review=NO_REVIEW), "Search {here}.")

    row = ended(world, run)
    assert row["output"] == "## A\n\ngold\n\n## B\n\ncoal\n\n## C\n\njoined"
    first, second, third = started(world, run)
    assert (first["agent"]["name"], second["agent"]["name"]) == ("Bea", "Cid")
    assert "digging" in first["reason"]
    assert first["input"] == "Find a.\n\nThe request:\nSearch {here}."
    assert "gold" in third["input"]
    assert "coal" in third["input"]
    kinds = world.kinds(run)
    assert kinds[2:6].count("task_started") == 2  # both before anything of either has ended


@pytest.mark.requirement("agents 9")
def test_an_agent_does_one_thing_at_a_time_and_the_rest_waits_for_it(world: World) -> None:
    items = tuple(PlanItem(key=key, title=key, prompt=key) for key in ("a", "b", "c"))
    planner = PlannerSpec(kind="static", items=items)
    run = start_team(world, add_team(world, [Member("Ann", says("x"))], planner=planner, review=NO_REVIEW))

    assert ended(world, run)["status"] == "completed"
    open_tasks = 0
    for kind in world.kinds(run):
        open_tasks += (kind == "task_started") - (kind == "task_completed")
        assert open_tasks <= 1


@pytest.mark.requirement("agents 36")
def test_a_model_plans_is_told_once_what_is_wrong_and_a_member_composes(world: World) -> None:
    bad = plan({"key": "a", "prompt": "Do a.", "specialization": "cooking"})
    good = plan({"key": "a", "prompt": "Do a."}, {"key": "b", "prompt": "Do b.", "depends_on": ["a"]})
    members = [
        Member("Pia", [bad, good], (Role.PLAN,)),
        Member("Ann", says("done"), WORKER),
        Member("Zoe", says("The end."), (Role.COMPOSE,)),
    ]
    planner = PlannerSpec(kind="model", agent="Pia")
    run = start_team(
        world, add_team(world, members, planner=planner, review=NO_REVIEW, compose="Zoe"), "Do {input}."
    )

    row = ended(world, run)
    assert (row["status"], row["output"]) == ("completed", "The end.")
    refused, accepted = of_kind(world, run, "output_read")
    assert refused["problem"] == "plan_invalid"
    assert "cooking" in refused["message"]
    assert accepted["outcome"] == "accepted"
    assert [each["kind"] for each in started(world, run)] == ["plan", "execute", "execute", "compose"]
    assert started(world, run, "compose")[0]["input"].count("<<<\ndone\n>>>") == 2


@pytest.mark.requirement("agents 36")
@pytest.mark.parametrize(
    "tasks",
    [
        [],
        [{"key": "a", "prompt": "x", "depends_on": ["a"]}],
        [
            {"key": "a", "prompt": "x", "depends_on": ["b"]},
            {"key": "b", "prompt": "x", "depends_on": ["a"]},
        ],
        [{"key": "a", "prompt": "x"}, {"key": "a", "prompt": "y"}],
        [{"key": "a", "prompt": "x", "depends_on": ["nowhere"]}],
    ],
)
def test_a_plan_that_stays_wrong_ends_the_run_before_anything_starts(
    world: World, tasks: list[dict[str, object]]
) -> None:
    members = [Member("Pia", [plan(*tasks)] * 3, (Role.PLAN,)), Member("Ann", says("done"), WORKER)]
    planner = PlannerSpec(kind="model", agent="Pia")
    run = start_team(world, add_team(world, members, planner=planner, review=NO_REVIEW))

    row = ended(world, run)
    assert (row["status"], row["error_code"]) == ("failed", "PLAN_INVALID")
    assert [each["kind"] for each in started(world, run)] == ["plan"]


def test_a_failed_task_ends_the_run_or_is_left_out_as_the_builder_says(world: World) -> None:
    items = (
        PlanItem(key="a", title="A", prompt="x", agent="Ann"),
        PlanItem(key="b", title="B", prompt="x", agent="Bea", depends_on=("a",)),
        PlanItem(key="c", title="C", prompt="x", agent="Cid"),
    )
    members = [
        Member("Ann", [{"text": "", "calls": []}] * 3, WORKER),
        Member("Bea", says("never"), WORKER),
        Member("Cid", says("fine"), WORKER),
    ]
    planner = PlannerSpec(kind="static", items=items)
    strict = start_team(world, add_team(world, members, planner=planner, review=NO_REVIEW))
    lax = start_team(
        world, add_team(world, members, planner=planner, review=NO_REVIEW, on_failure="continue")
    )

    row = ended(world, strict)
    assert (row["status"], row["error_code"]) == ("failed", "empty_output")
    row = ended(world, lax)
    assert row["status"] == "completed"
    states = {each["item"]: (each["state"], each["code"]) for each in of_kind(world, lax, "plan_item_ended")}
    assert states == {
        "a": ("failed", "empty_output"),
        "b": ("skipped", "dependency_failed"),
        "c": ("done", None),
    }
    assert "fine" in str(row["output"])
    assert "This part is missing" in str(row["output"])


def test_one_waits_for_a_person_while_the_others_go_on(world: World) -> None:
    world.set_policy([{"tool": "pay", "outcome": "ask"}])
    pay = world.add_tool("pay")
    items = (
        PlanItem(key="a", title="A", prompt="x", agent="Ann"),
        PlanItem(key="b", title="B", prompt="x", agent="Bea"),
    )
    members = [
        Member("Ann", [reply(("pay", {"amount": 5})), *says("paid")], WORKER, tools=[pay]),
        Member("Bea", says("meanwhile"), WORKER),
    ]
    planner = PlannerSpec(kind="static", items=items)
    run = start_team(world, add_team(world, members, planner=planner, review=NO_REVIEW))
    ledger = Ledger()
    with running(world.database, ledger):
        row = world.wait_for(run, "waiting")
        assert row["waiting_for"] == ["approval"]
        assert [each["item"] for each in of_kind(world, run, "plan_item_ended")] == ["b"]
        assert not ledger.executed
        world.decide(world.pending(run))
        row = world.wait_for(run, "completed")
    assert row["output"] == "## A\n\npaid\n\n## B\n\nmeanwhile"
    assert ledger.of("pay") == [{"amount": 5}]
    world.assert_gapless(run)


def test_what_a_person_has_refused_is_refused_to_every_agent_of_the_run(world: World) -> None:
    world.set_policy([{"tool": "pay", "outcome": "ask"}])
    pay = world.add_tool("pay")
    items = (
        PlanItem(key="a", title="A", prompt="x", agent="Ann"),
        PlanItem(key="b", title="B", prompt="x", agent="Bea", depends_on=("a",)),
    )
    asks = [reply(("pay", {"amount": 5})), *says("well then")]
    members = [Member("Ann", asks, WORKER, tools=[pay]), Member("Bea", asks, WORKER, tools=[pay])]
    planner = PlannerSpec(kind="static", items=items)
    run = start_team(world, add_team(world, members, planner=planner, review=NO_REVIEW))
    ledger = Ledger()
    with running(world.database, ledger):
        world.decide(world.pending(run), "reject", reason="No.")
        world.wait_for(run, "completed")
    assert not ledger.executed
    assert len(world.approvals(run)) == 1
    problems = [each["problem"] for each in of_kind(world, run, "tool_call_proposed")]
    assert problems[0] is None
    assert problems[1]["code"] == "rejected_before"


@pytest.mark.requirement("agents 10")
def test_a_cancel_ends_every_task_and_their_cards(world: World) -> None:
    world.set_policy([{"tool": "pay", "outcome": "ask"}])
    pay = world.add_tool("pay")
    members = [Member("Ann", [reply(("pay", {"amount": 5}))], WORKER, tools=[pay])]
    run = start_team(world, add_team(world, members, review=NO_REVIEW))
    ledger = Ledger()
    with running(world.database, ledger):
        world.pending(run)
        world.cancel(run)
        world.supervise()
        world.wait_for(run, "cancelled")
    assert not ledger.executed
    assert [each["state"] for each in world.approvals(run)] == ["cancelled"]
    assert not world.owner("select id from orchestration_task where run_id = %s and is_processing", [run])


def test_the_bounds_are_of_the_whole_run(world: World) -> None:
    members = [
        Member("Ann", says("one", "two", "three"), WORKER),
        Member("Bea", [verdict(more=True)], REVIEWER),
    ]
    run = start_team(world, add_team(world, members, limits=Limits(steps=2)), steps=2)

    row = ended(world, run)
    assert (row["status"], row["error_code"], row["steps_used"]) == ("failed", "step_limit", 2)


@pytest.mark.parametrize("is_team", [False, True])
def test_a_card_that_comes_with_what_ends_its_task_is_cancelled_with_it(world: World, is_team: bool) -> None:
    world.set_policy([{"tool": "pay", "outcome": "ask"}])
    pay = world.add_tool("pay")
    lost = [reply(("nothing", {}))] * 3 + [reply(("nothing", {}), ("pay", {"amount": 5}))]
    if is_team:
        planner = PlannerSpec(
            kind="static",
            items=tuple(PlanItem(key=name, title=name, prompt="x", agent=name) for name in ("ann", "bea")),
        )
        members = [Member("ann", lost, WORKER, tools=[pay]), Member("bea", says("fine"), WORKER)]
        version = add_team(world, members, planner=planner, review=NO_REVIEW, on_failure="continue")
        run = start_team(world, version)
    else:
        connection = world.add_connection(script=script(*lost))
        run = world.start(world.add_agent(connection=connection, tools=[pay]))

    ledger = Ledger()
    row = ended(world, run, ledger)
    assert row["status"] == ("completed" if is_team else "failed")
    assert [each["state"] for each in world.approvals(run)] == ["cancelled"]
    assert {each["state"] for each in world.calls(run) if each["tool_name"] == "pay"} == {"cancelled"}
    assert not ledger.executed


def test_what_may_have_happened_is_not_buried_by_the_failure_of_another(world: World) -> None:
    def lose(arguments: object) -> str:
        raise ToolError("timeout", "No answer.", sent=True)

    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    pay = world.add_tool("pay")
    nothing = {"text": "", "calls": [], "latency_ms": 700}
    planner = PlannerSpec(
        kind="static",
        items=tuple(PlanItem(key=name, title=name, prompt="x", agent=name) for name in ("ann", "bea")),
    )
    members = [
        Member("ann", [reply(("pay", {"amount": 5}))], WORKER, tools=[pay]),
        Member("bea", [nothing] * 3, WORKER),
    ]
    run = start_team(world, add_team(world, members, planner=planner, review=NO_REVIEW))
    with running(world.database, Ledger(tools={"pay": lose})):
        row = world.wait_for(run, "needs_attention", "failed", "completed")
    assert (row["status"], row["error_code"]) == ("needs_attention", "outcome_unknown")
    assert [each["code"] for each in of_kind(world, run, "task_failed")] == ["empty_output"]
