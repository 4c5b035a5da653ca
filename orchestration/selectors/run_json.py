"""A run as answers show it, as JSON text made by PostgreSQL: it would be read here only to be written again.

A list of fifty costs half of what it costs as rows, and a run is shown the same wherever it is.
"""

from typing import Any

from django.db.models import Expression, TextField

HEAD = 200
"""Characters of input and output that a list shows."""


def instant(column: str) -> str:
    """The expression that writes a time as `baton.core.clock` does."""
    return f"""to_char({column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""


# Agent and number by sub-selects: where a planner knows little of those small tables, it joins every run to
# them before it takes a page.
_FACTS = f"""
'id', orchestration_run.id,
'project_id', orchestration_run.project_id,
'status', orchestration_run.status,
'waiting_for', to_json(orchestration_run.waiting_for),
'agent', case when orchestration_run.agent_id is not null then json_build_object(
    'id', orchestration_run.agent_id,
    'name', (select a.name from agents_agent a
               where a.organization_id = orchestration_run.organization_id
                 and a.id = orchestration_run.agent_id),
    'version', (select v.number from agents_agentversion v
                  where v.organization_id = orchestration_run.organization_id
                    and v.id = orchestration_run.agent_version_id),
    'version_id', orchestration_run.agent_version_id) end,
'orchestration', case when orchestration_run.orchestration_id is not null then json_build_object(
    'id', orchestration_run.orchestration_id,
    'name', (select o.name from agents_orchestration o
               where o.organization_id = orchestration_run.organization_id
                 and o.id = orchestration_run.orchestration_id),
    'version', (select v.number from agents_orchestrationversion v
                  where v.organization_id = orchestration_run.organization_id
                    and v.id = orchestration_run.orchestration_version_id),
    'version_id', orchestration_run.orchestration_version_id) end,
'requester', json_build_object(
    'kind', orchestration_run.requester_kind,
    'id', orchestration_run.requester_id,
    'name', orchestration_run.requester_name),
'error', case when orchestration_run.error_code is not null then json_build_object(
    'code', orchestration_run.error_code, 'message', orchestration_run.error_message) end,
'limits', json_build_object(
    'steps', orchestration_run.step_limit, 'tokens', orchestration_run.token_limit),
'steps_used', orchestration_run.steps_used,
'tokens_used', orchestration_run.tokens_used,
'deadline_at', {instant("orchestration_run.deadline_at")},
'created_at', {instant("orchestration_run.created_at")},
'started_at', {instant("orchestration_run.started_at")},
'ended_at', {instant("orchestration_run.ended_at")},
'trace_id', orchestration_run.trace_id,
'last_seq', orchestration_run.last_seq,
'claims', orchestration_run.claims,
'version', orchestration_run.version
"""  # noqa: S608  (our own words)
RUN_FACTS = f"json_build_object({_FACTS})::text"
"""Everything in the row but its long texts; of `orchestration_run` under its own name."""
RUN_SUMMARY = f"""json_build_object({_FACTS},
'input_head', left(orchestration_run.input, {HEAD}),
'input_size', char_length(orchestration_run.input),
'output_head', left(orchestration_run.output, {HEAD}),
'output_size', char_length(orchestration_run.output))::text"""
"""A line of a list, likewise."""


class RunSummaryJson(Expression):
    """`RUN_SUMMARY` in a query that is about runs alone."""

    output_field = TextField()

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        return RUN_SUMMARY, ()
