"""How many runs a filter finds, in what state, and what they took: the line above a list and its tabs.

The cost is bounded: of more than MOST runs the newest MOST are counted, and the answer says so. Open runs are
few and matter most, so those are counted among all that the filter finds, up to MOST as well.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.aggregates import Aggregate

from orchestration.engine.states import RUN_ENDS, RunStatus, WaitingFor
from orchestration.models import Approval, Run
from orchestration.selectors.runs import EVERY_RUN, RunFilter, choose_runs

MOST = 10_000
_ENDED = sorted(status.value for status in RUN_ENDS)
_OPEN = [status for status in RunStatus if status not in RUN_ENDS]
_PER_MILLE = 1000


def count_runs(organization_id: UUID, project_id: UUID, wanted: RunFilter = EVERY_RUN) -> dict[str, Any]:
    """The counts as REST answers them. One query, and two more only beyond MOST runs."""
    runs = choose_runs(organization_id, project_id, wanted).order_by("-id")
    asked = Exists(Approval.objects.filter(organization_id=organization_id, run_id=OuterRef("id")))
    found = _count(runs.annotate(asked=asked), {**_states(RunStatus), **_waits(), **_sums()})
    capped = found["total"] == MOST and runs[MOST : MOST + 1].exists()
    if capped:
        found |= _count(runs.exclude(status__in=_ENDED), {**_states(_OPEN), **_waits()})
    ended = sum(found[status] for status in _ENDED)
    return {
        "total": found["total"],
        "total_is_capped": capped,
        "by_status": {status.value: found[status.value] for status in RunStatus},
        "waiting_for": {word.value: found[f"for_{word}"] for word in WaitingFor},
        "tokens": found["tokens"],
        "without_person": found["alone"] * _PER_MILLE // ended if ended else None,
    }


def _count(runs: QuerySet[Run, Any], of: Mapping[str, Aggregate]) -> dict[str, Any]:
    return dict(runs[:MOST].aggregate(**of))


def _states(statuses: Iterable[RunStatus]) -> Mapping[str, Aggregate]:
    return {status.value: Count("id", filter=Q(status=status.value)) for status in statuses}


def _waits() -> Mapping[str, Aggregate]:
    return {f"for_{word}": Count("id", filter=Q(waiting_for__contains=[word.value])) for word in WaitingFor}


def _sums() -> Mapping[str, Aggregate]:
    """`alone`: ended, not by a cancel, and nobody was ever asked."""
    alone = Q(status__in=_ENDED, asked=False) & ~Q(status=RunStatus.CANCELLED.value)
    return {
        "total": Count("id"),
        "tokens": Sum("tokens_used", default=0),
        "alone": Count("id", filter=alone),
    }
