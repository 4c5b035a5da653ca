"""Adding up what the attempts of a run used and cost. Pure; equal to the browser's own.

Unknown is counted beside the sums and never added as zero, and currencies are never added to each other.
"""

from collections.abc import Mapping
from typing import Any

from agents_app.prices import MAX_NANO
from orchestration.engine.view import CostView, UsageView


def read_usage(usage: Mapping[str, Any]) -> UsageView:
    """Of one attempt, from its event."""
    unknown = usage.get("input") is None or usage.get("output") is None
    return UsageView(
        input=usage.get("input") or 0,
        cached=usage.get("cached") or 0,
        output=usage.get("output") or 0,
        reasoning=usage.get("reasoning") or 0,
        unknown=int(unknown),
    )


def read_cost(cost: Mapping[str, Any] | None) -> CostView:
    """Of one attempt that used something, from its event."""
    return CostView(unknown=1) if cost is None else CostView({cost["currency"]: cost["nano"]})


def add_usage(left: UsageView, right: UsageView | None) -> UsageView:
    """The sum; None adds nothing."""
    if right is None:
        return left
    return UsageView(
        input=left.input + right.input,
        cached=left.cached + right.cached,
        output=left.output + right.output,
        reasoning=left.reasoning + right.reasoning,
        unknown=left.unknown + right.unknown,
    )


def add_costs(left: CostView, right: CostView) -> CostView:
    """The sum by currency. An amount with which it would grow beyond every number of JSON is unknown."""
    amounts, unknown = dict(left.amounts), left.unknown + right.unknown
    for currency, nano in right.amounts.items():
        together = amounts.get(currency, 0) + nano
        if together > MAX_NANO:
            unknown += 1
        else:
            amounts[currency] = together
    return CostView(dict(sorted(amounts.items())), unknown)
