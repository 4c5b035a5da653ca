"""One run: what its row says and what its events add up to, as of one moment."""

from typing import Any
from uuid import UUID

from django.db.models import F

from baton.core.clock import to_rfc3339
from orchestration.engine.events import Record
from orchestration.engine.projection import fold
from orchestration.models import Run, RunBody, TraceEvent
from orchestration.selectors.runs import run_summary, runs_of

_FOLDED = (
    "model", "steps", "calls", "approvals", "usage", "error", "attention", "cancel", "duration_ms", "ignored",
)  # fmt: skip
_ONLY_IN_LISTS = ("input_head", "input_size", "output_head", "output_size")


def run_detail(organization_id: UUID, project_id: UUID, run_id: UUID) -> dict[str, Any] | None:
    """Everything about a run; None where the project has no such run.

    Texts above 8 KiB inside steps and calls are references (`run_body`); input and output stand whole.
    """
    rows = runs_of(organization_id, project_id).filter(id=run_id)
    row = rows.annotate(whole_input=F("input"), whole_output=F("output")).first()
    if row is None:
        return None
    view = fold(_records(organization_id, run_id, row["last_seq"])).to_json()
    detail = {name: value for name, value in run_summary(row).items() if name not in _ONLY_IN_LISTS}
    return {
        **detail,
        "input": row["whole_input"],
        "output": row["whole_output"],
        **{name: view[name] for name in _FOLDED},
    }


def run_body(organization_id: UUID, project_id: UUID, run_id: UUID, body_id: UUID) -> dict[str, Any] | None:
    """A long text of a run's record, whole."""
    runs = Run.objects.filter(organization_id=organization_id, project_id=project_id, id=run_id)
    bodies = RunBody.objects.filter(organization_id=organization_id, run_id__in=runs.values("id"))
    body = bodies.filter(id=body_id).values("id", "content").first()
    return None if body is None else dict(body)


def _records(organization_id: UUID, run_id: UUID, last_seq: int) -> list[Record]:
    """The events up to the row's last: what came after the row was read would contradict its status."""
    events = TraceEvent.objects.filter(organization_id=organization_id, run_id=run_id, seq__lte=last_seq)
    rows = events.order_by("seq").values_list("seq", "kind", "payload", "at")
    return [Record(seq, kind, payload, to_rfc3339(at)) for seq, kind, payload, at in rows]
