"""What a project's attempts used and cost, by day, agent, model or connection: sums of attempt rows.

One statement, so that the rows and the total are of one moment. The total is of everything, also where more
rows were found than are shown. Unknown counts and costs are counted beside the sums, never added as zero.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

import orjson
from django.db import connection

from agents_app.models import Agent, ModelConnection
from baton.core.ids import lowest_id
from orchestration.selectors.usage_period import UsagePeriod

MOST_ROWS = 1_000


class UsageBy(StrEnum):
    """What a row of the report is about."""

    DAY = "day"
    AGENT = "agent"
    MODEL = "model"
    CONNECTION = "connection"


_LONGEST_RUN = timedelta(days=400)
"""A run ends within a year of its start: only the months in which its attempts can lie are looked at."""
_KEYS: Mapping[str, str] = {
    UsageBy.DAY: "to_jsonb(width_bucket(a.ended_at, %(bounds)s::timestamptz[]))",
    # In a run of an orchestration, the agent whose task the step belongs to.
    UsageBy.AGENT: """to_jsonb(coalesce(r.agent_id, (
        select v.agent_id from orchestration_step s
          join orchestration_task k on k.organization_id = s.organization_id and k.id = s.task_id
          join agents_agentversion v on v.organization_id = k.organization_id and v.id = k.agent_version_id
          where s.organization_id = a.organization_id and s.run_id = a.run_id and s.id = a.step_id)))""",
    UsageBy.MODEL: "jsonb_build_array(a.provider, a.model)",
    UsageBy.CONNECTION: "to_jsonb(a.connection_id)",
}
_COUNTED = ("attempts", "failed", "input", "cached", "output", "reasoning", "unknown", "nano", "unpriced")
_ADDED = ", ".join(f"sum({name}) as {name}" for name in _COUNTED)
_SHOWN = """json_build_object(
    'attempts', coalesce(sum(attempts), 0), 'failed', coalesce(sum(failed), 0),
    'usage', json_build_object(
      'input', coalesce(sum(input), 0), 'cached', coalesce(sum(cached), 0),
      'output', coalesce(sum(output), 0), 'reasoning', coalesce(sum(reasoning), 0),
      'unknown', coalesce(sum(unknown), 0)),
    'cost', json_build_object(
      'amounts', coalesce(
        json_object_agg(currency, nano order by currency) filter (where currency is not null), '{}'),
      'unknown', coalesce(sum(unpriced), 0)))::text"""
_REPORT = """
with spent as (
  select KEY as key, a.currency, count(*) as attempts, count(*) filter (where a.state = 'failed') as failed,
      coalesce(sum(a.input_tokens), 0) as input, coalesce(sum(a.cached_tokens), 0) as cached,
      coalesce(sum(a.output_tokens), 0) as output, coalesce(sum(a.reasoning_tokens), 0) as reasoning,
      count(*) filter (where a.input_tokens is null or a.output_tokens is null) as unknown,
      coalesce(sum(a.cost_nano), 0) as nano, count(*) filter (where a.cost_nano is null) as unpriced
    from orchestration_attempt a
      join orchestration_run r on r.organization_id = a.organization_id and r.id = a.run_id
    where a.organization_id = %(organization)s and r.project_id = %(project)s
      and a.ended_at >= %(start)s and a.ended_at < %(end)s
      and a.run_id >= %(lowest)s and a.run_id < %(highest)s
    group by 1, 2
)
(select 1, key::text, SHOWN from spent group by key order by ORDER, key limit %(most)s)
union all
(select 0, null, SHOWN from (select currency, ADDED from spent group by currency) by_currency)
"""


def usage_report(organization_id: UUID, project_id: UUID, period: UsagePeriod, by: str) -> dict[str, Any]:
    """The report as REST answers it. Days without an attempt have no row; the others begin with the most."""
    found, total = _sums(organization_id, project_id, period, by)
    names = _names(organization_id, by, [key for key, _ in found])
    return {
        "from": period.first.isoformat(),
        "to": period.last.isoformat(),
        "time_zone": period.time_zone,
        "by": by,
        "rows": [{**_about(by, key, period, names), **sums} for key, sums in found[:MOST_ROWS]],
        "rows_are_capped": len(found) > MOST_ROWS,
        "total": total,
    }


def _sums(
    organization_id: UUID, project_id: UUID, period: UsagePeriod, by: str
) -> tuple[list[tuple[Any, dict[str, Any]]], dict[str, Any]]:
    bounds = period.bounds
    order = "key" if by == UsageBy.DAY else "sum(input) + sum(output) desc"
    parts = {"KEY": _KEYS[by], "SHOWN": _SHOWN, "ADDED": _ADDED, "ORDER": order}
    statement = _REPORT
    for name, part in parts.items():
        statement = statement.replace(name, part)
    values: dict[str, Any] = {
        "organization": organization_id,
        "project": project_id,
        "bounds": list(bounds),
        "start": bounds[0],
        "end": bounds[-1],
        "lowest": lowest_id(bounds[0] - _LONGEST_RUN),
        "highest": lowest_id(bounds[-1]),
        "most": MOST_ROWS + 1,
    }
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        answer = cursor.fetchall()
    found = [(orjson.loads(key or "null"), orjson.loads(sums)) for is_row, key, sums in answer if is_row]
    (total,) = (orjson.loads(sums) for is_row, _, sums in answer if not is_row)
    return found, total


def _names(organization_id: UUID, by: str, keys: Collection[Any]) -> Mapping[str, str]:
    """Of the agents or connections that are still there."""
    named: Any = {UsageBy.AGENT: Agent.objects, UsageBy.CONNECTION: ModelConnection.objects}.get(UsageBy(by))
    if named is None:
        return {}
    rows = named.filter(organization_id=organization_id, id__in=[key for key in keys if key])
    return {str(identifier): name for identifier, name in rows.values_list("id", "name")}


def _about(by: str, key: Any, period: UsagePeriod, names: Mapping[str, str]) -> dict[str, Any]:
    """What a row is about; the fields of other reports are null."""
    about: dict[str, Any] = {"day": None, "agent": None, "model": None, "connection": None}
    match by:
        case UsageBy.DAY:
            about["day"] = period.days[key - 1].isoformat()
        case UsageBy.MODEL:
            about["model"] = {"provider": key[0], "name": key[1]}
        case _ if key is not None:
            about[by] = {"id": key, "name": names.get(key)}
    return about
