"""Orchestrations as a worker uses them: the stored spec, and each member as it works on each kind of task."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Any

from agents_app.orchestration_spec import Criterion, MemberSpec, OrchestrationSpec
from agents_app.spec import AgentSpec
from orchestration.engine.output import Refused
from orchestration.engine.team.plan import read_plan
from orchestration.engine.team.roles import spec_for
from orchestration.engine.team.state import TaskKind
from orchestration.engine.team.verdict import read_verdict
from orchestration.runner.agents import Agents, LoadedAgent, load_spec
from orchestration.runner.output import Judge
from orchestration.runner.store import Store

_KEPT = 100


class LoadedTeam:
    """One version of an orchestration with the pinned versions of its members."""

    def __init__(self, version_id: str, spec: OrchestrationSpec, agents: Mapping[str, LoadedAgent]) -> None:
        self.version_id = version_id
        self.spec = spec
        self._agents = agents
        self._in_role: dict[tuple[str, TaskKind], LoadedAgent] = {}

    @property
    def specs(self) -> dict[str, AgentSpec]:
        """By the members' names."""
        return {name: agent.spec for name, agent in self._agents.items()}

    def agent(self, name: str, kind: TaskKind) -> LoadedAgent:
        """A member as it works on tasks of this kind."""
        if kind in (TaskKind.EXECUTE, TaskKind.REVISE):
            return self._agents[name]
        if (name, kind) not in self._in_role:
            agent = self._agents[name]
            spec = spec_for(kind, agent.spec, self.spec)
            self._in_role[name, kind] = load_spec(agent.version_id, spec, judge_of(kind, self.spec))
        return self._in_role[name, kind]


class Teams:
    """The versions used lately. They never change, so each is read and compiled once per process."""

    def __init__(self, store: Store, agents: Agents) -> None:
        self._store = store
        self._agents = agents
        self._kept: OrderedDict[str, LoadedTeam] = OrderedDict()

    async def get(self, organization_id: str, version_id: str) -> LoadedTeam:
        if (kept := self._kept.get(version_id)) is not None:
            self._kept.move_to_end(version_id)
            return kept
        spec = OrchestrationSpec.model_validate(
            await self._store.load_orchestration(organization_id, version_id)
        )
        loaded = await asyncio.gather(
            *(self._agents.get(organization_id, member.version_id) for member in spec.members)
        )
        names = [member.name for member in spec.members]
        team = LoadedTeam(version_id, spec, dict(zip(names, loaded, strict=True)))
        self._kept[version_id] = team
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return team


def judge_of(kind: TaskKind, orchestration: OrchestrationSpec) -> Judge | None:
    """What an answer must be beyond its schema."""
    match kind:
        case TaskKind.PLAN:
            return partial(_judge_plan, orchestration.members)
        case TaskKind.REVIEW:
            return partial(_judge_review, orchestration.review.rubric)
        case _:
            return None


def _judge_plan(
    members: tuple[MemberSpec, ...], value: Mapping[str, Any], coerced: tuple[str, ...]
) -> Refused | None:
    read = read_plan(value, members)
    return read if isinstance(read, Refused) else None


def _judge_review(
    rubric: tuple[Criterion, ...], value: Mapping[str, Any], coerced: tuple[str, ...]
) -> Refused | None:
    read = read_verdict(value, coerced, rubric)
    return read if isinstance(read, Refused) else None
