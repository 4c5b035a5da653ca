"""What must hold of every run: its events, its attempts' rows and its counters say the same of what it used."""

from typing import Any
from uuid import UUID

from world import World

from orchestration.engine.events import Record
from orchestration.engine.projection import fold
from orchestration.engine.spending import add_costs, add_usage
from orchestration.engine.view import CostView, RunView, StepView, UsageView


def assert_spending_adds_up(world: World, run: UUID) -> RunView:
    """Answers the view, for tests that look further."""
    view = fold(Record(e["seq"], e["kind"], e["payload"], "2026-01-01T00:00:00Z") for e in world.events(run))
    rows = world.owner("select * from orchestration_attempt where run_id = %s order by ended_at", [run])
    by_event = {
        (step.id, attempt.number): (attempt.usage or UsageView(), attempt.cost)
        for step in view.steps
        for attempt in step.attempts
    }
    assert len(rows) == len(by_event), "an attempt is recorded once, however often it was drafted"
    assert {(str(row["step_id"]), row["number"]): of_row(row) for row in rows} == by_event
    for step in view.steps:
        _assert_sum_of(step, [(each.usage, each.cost) for each in step.attempts])
    _assert_sum_of(view, [(each.usage, each.cost) for each in view.steps])
    _assert_sum_of(view, list(by_event.values()))
    counters = world.run(run)
    if not view.usage.unknown:
        assert counters["tokens_used"] == view.usage.input + view.usage.output
    return view


def of_row(row: dict[str, Any]) -> tuple[UsageView, CostView]:
    """A row of `orchestration_attempt` as a view shows it."""
    tokens = [row[f"{name}_tokens"] for name in ("input", "cached", "output", "reasoning")]
    usage = UsageView(*(each or 0 for each in tokens), unknown=int(tokens[0] is None or tokens[2] is None))
    if row["cost_nano"] is None:
        return usage, CostView(unknown=1)
    return usage, CostView({row["currency"]: row["cost_nano"]} if row["currency"] else {})


def _assert_sum_of(whole: RunView | StepView, parts: list[tuple[UsageView | None, CostView]]) -> None:
    usage, cost = UsageView(), CostView()
    for part, price in parts:
        usage, cost = add_usage(usage, part), add_costs(cost, price)
    assert (whole.usage, whole.cost) == (usage, cost)
