"""Which runs a list or its counts are about: the filters both take, and what they mean."""

from collections.abc import Mapping
from typing import Any

from baton.api.filters import ChoicesFilter, Filter, InstantFilter, TextFilter, WordsFilter
from orchestration.engine.states import RunStatus, WaitingFor
from orchestration.selectors.run_words import LOOKED_AT
from orchestration.selectors.runs import RunFilter

RUN_FILTERS: dict[str, Filter] = {
    "q": WordsFilter(
        "Runs that hold all these words in input, output, error code or the name of who runs, or whose id "
        f"begins or ends so. It looks at the newest {LOOKED_AT:,} runs that the other filters leave."
    ),
    "status": ChoicesFilter("Runs in any of these statuses.", RunStatus),
    "waiting_for": ChoicesFilter("Runs that wait for any of these.", WaitingFor),
    "agent": TextFilter("Runs of this agent: its id or exact name.", max_length=120),
    "orchestration": TextFilter("Runs of this orchestration: its id or exact name.", max_length=120),
    "requester": TextFilter("Runs that this person or key started: id or exact name.", max_length=254),
    "error": TextFilter("Runs with this error code.", max_length=60),
    "created_after": InstantFilter("Runs created later than this."),
    "created_before": InstantFilter("Runs created earlier than this."),
    "ended_after": InstantFilter("Runs that ended later than this."),
    "ended_before": InstantFilter("Runs that ended earlier than this."),
}


def wanted_runs(values: Mapping[str, Any]) -> RunFilter:
    """The filter that the values of a request name."""
    return RunFilter(
        statuses=values.get("status", ()),
        waiting_for=values.get("waiting_for", ()),
        agent=values.get("agent"),
        orchestration=values.get("orchestration"),
        requester=values.get("requester"),
        error=values.get("error"),
        words=values.get("q", ()),
        created_after=values.get("created_after"),
        created_before=values.get("created_before"),
        ended_after=values.get("ended_after"),
        ended_before=values.get("ended_before"),
    )
