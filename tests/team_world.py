"""Orchestrations in the small world: members whose models say what the test wants, and runs of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from world import World, script

from agents_app.orchestration_spec import EVERY_ROLE, MemberSpec, OrchestrationSpec, Role
from agents_app.spec import Limits, ToolSpec
from baton.core.ids import new_id


@dataclass(frozen=True)
class Member:
    """An agent to be: what its model says, turn by turn of one conversation."""

    name: str
    replies: Sequence[Mapping[str, Any]]
    roles: Sequence[Role] = EVERY_ROLE
    specialization: str = "helping"
    skills: Sequence[str] = ()
    tags: Sequence[str] = ()
    tools: Sequence[ToolSpec] = ()
    limits: Limits | None = None


def says(*texts: str) -> list[dict[str, Any]]:
    """Replies that are words alone."""
    return [{"text": text, "calls": []} for text in texts]


def verdict(*, more: bool, comments: str = "", **scores: float) -> dict[str, Any]:
    """A review as a model writes it."""
    value: dict[str, Any] = {
        "needs_more_work": more,
        "comments": comments or ("Do more." if more else "Good."),
    }
    if scores:
        value["scores"] = scores
    return {"text": json.dumps(value), "calls": []}


def plan(*tasks: Mapping[str, Any]) -> dict[str, Any]:
    """A plan as a model writes it."""
    usual = {"specialization": "helping"}
    return {
        "text": json.dumps({"tasks": [{**usual, "title": task["key"].upper(), **task} for task in tasks]}),
        "calls": [],
    }


def add_team(world: World, members: Sequence[Member], **says: Any) -> UUID:
    """A published orchestration; returns its version id."""
    orchestration, version = new_id(), new_id()
    spec = OrchestrationSpec(
        orchestration_id=str(orchestration),
        version=1,
        name="team",
        members=tuple(_member(world, each) for each in members),
        **says,
    )
    world.owner(
        "insert into agents_orchestration (id, organization_id, project_id, name, description)"
        " values (%s, %s, %s, %s, '')",
        [orchestration, world.organization, world.project, f"team-{orchestration.hex[-8:]}"],
    )
    world.owner(
        "insert into agents_orchestrationversion (id, organization_id, orchestration_id, number, spec, digest,"
        " notes) values (%s, %s, %s, 1, %s, 'd', '')",
        [version, world.organization, orchestration, Jsonb(spec.to_json())],
    )
    world.owner(
        "update agents_orchestration set live_version_id = %s where id = %s", [version, orchestration]
    )
    return version


def start_team(
    world: World,
    version: UUID,
    text: str = "hello",
    *,
    deadline_seconds: float = 3600,
    steps: int = 200,
    tokens: int | None = None,
) -> UUID:
    """A run of an orchestration, started as the web role does it."""
    run, task = new_id(), new_id()
    row = world.owner(
        "select orchestration_id, spec from agents_orchestrationversion where id = %s", [version]
    )[0]
    person = world.people["alice"]
    payload = {
        "orchestration": {
            "id": str(row["orchestration_id"]),
            "name": row["spec"]["name"],
            "version": 1,
            "version_id": str(version),
        },
        "input": text,
        "requester": {"kind": "user", "id": str(person.id), "name": person.name},
        "limits": {"steps": steps, "tokens": tokens},
    }
    with world.as_web() as web:
        web.execute(
            "insert into orchestration_run (id, organization_id, project_id, orchestration_id,"
            " orchestration_version_id, input, requester_kind, requester_id, requester_name, trace_id,"
            " step_limit, token_limit, deadline_at)"
            " values (%s, %s, %s, %s, %s, %s, 'user', %s, %s, %s, %s, %s, now() + make_interval(secs => %s))",
            [
                run,
                world.organization,
                world.project,
                row["orchestration_id"],
                version,
                text,
                person.id,
                person.name,
                run.hex,
                steps,
                tokens,
                deadline_seconds,
            ],
        )
        web.execute(
            "insert into orchestration_task (id, organization_id, run_id, kind, contract)"
            " values (%s, %s, %s, 'orchestrate', '{}')",
            [task, world.organization, run],
        )
        web.execute("select kernel.open_run(%s, %s)", [run, Jsonb(payload)])
    return run


def of_kind(world: World, run: UUID, kind: str) -> list[dict[str, Any]]:
    """The payloads of the events of a kind, in order."""
    return [event["payload"] for event in world.events(run) if event["kind"] == kind]


def started(world: World, run: UUID, kind: str | None = None) -> list[dict[str, Any]]:
    """The tasks of a run, in the order of their starts."""
    return [each for each in of_kind(world, run, "task_started") if kind in (None, each["kind"])]


def _member(world: World, member: Member) -> MemberSpec:
    connection = world.add_connection(script=script(*member.replies))
    version = world.add_agent(
        f"{member.name} {new_id().hex[-6:]}", connection=connection, tools=member.tools, limits=member.limits
    )
    agent = world.owner("select agent_id from agents_agentversion where id = %s", [version])[0]["agent_id"]
    return MemberSpec(
        agent_id=str(agent),
        version_id=str(version),
        version=1,
        name=member.name,
        specialization=member.specialization,
        skills=tuple(member.skills),
        tags=tuple(member.tags),
        roles=tuple(member.roles),
    )
