"""The stretches of work of a run between two waits, and in each the work of its agents.

A run that waits for a person is held by nobody, so no span may last over the wait: the next stretch has
one of its own, linked to the one before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from baton.telemetry import names
from baton.telemetry.span import Value, segment_id
from orchestration.engine.spans.making import Making, number_of, part_of, text_of

ROOT = ""
"""The task of a run of one agent, which its events do not name."""
_PLANS = "plan"


@dataclass(slots=True)
class Agent:
    """Who works on a task, as far as the record says."""

    name: str | None = None
    id: str | None = None
    version: int | None = None
    kind: str | None = None
    provider: str | None = None
    model: str | None = None


@dataclass(slots=True)
class _Stint:
    """What one agent did in one segment."""

    id: str
    start: int
    end: int
    tokens: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Segment:
    number: int
    start: int
    stints: dict[str, _Stint] = field(default_factory=dict)


class Work:
    """Opened by the first record after a wait; closed by the next wait or the end."""

    def __init__(self, making: Making) -> None:
        self._making = making
        self._segment: _Segment | None = None
        self._count = 0
        self._agents: dict[str, Agent] = {ROOT: Agent()}
        self.is_over = False

    def agent(self, task: str) -> Agent:
        return self._agents.setdefault(task, Agent())

    def learn(self, task: str, payload: Mapping[str, Any], *, kind: str | None = None) -> None:
        """What an event says of the agent of a task."""
        agent, model = self.agent(task), part_of(payload, "model")
        said = part_of(payload, "agent") or part_of(payload, "orchestration")
        agent.name = text_of(said, "name") or agent.name
        agent.id = text_of(said, "id") or agent.id
        agent.version = number_of(said, "version") or agent.version
        agent.kind = kind or agent.kind
        agent.provider = text_of(model, "provider") or agent.provider
        agent.model = text_of(model, "name") or agent.model

    def open(self) -> None:
        """Something happens: a stretch of work is under way from here at the latest."""
        if self._segment is None and not self.is_over:
            self._count += 1
            self._segment = _Segment(self._count, self._making.now)

    def stint(self, task: str) -> str:
        """The span of the agent of this task, in the stretch that is under way."""
        return self._stint(task).id

    def use(self, task: str, tokens: Mapping[str, Value | None]) -> None:
        """Tokens that a model call of the task took."""
        held = self._stint(task).tokens
        for name, count in tokens.items():
            if isinstance(count, int):
                held[name] = held.get(name, 0) + count

    def close(self, status: str, *, waiting_for: tuple[str, ...] = (), error: str | None = None) -> None:
        """The stretch ends here, and what was under way in it."""
        segment, self._segment = self._segment, None
        if segment is None:
            return
        making = self._making
        parent = segment_id(making.run_id, segment.number)
        for task, stint in segment.stints.items():
            self._add_stint(task, stint, parent, error)
        root = self._agents[ROOT]
        making.add(
            _named(names.INVOKE_WORKFLOW, root.name),
            parent,
            {
                names.OPERATION: names.INVOKE_WORKFLOW,
                names.WORKFLOW: root.name,
                names.TRACE_ID: making.trace_id,
                names.ORGANIZATION_ID: making.organization_id or None,
                names.RUN_SEGMENT: segment.number,
                names.RUN_STATUS: status,
                names.RUN_WAITING_FOR: waiting_for or None,
            },
            start=segment.start,
            parent=None,
            error=error,
            links=(segment_id(making.run_id, segment.number - 1),) if segment.number > 1 else (),
        )

    def _stint(self, task: str) -> _Stint:
        self.open()
        segment = self._segment
        making = self._making
        if (
            segment is None
        ):  # something about a run that is over: nobody works, and nothing will be made of it
            return _Stint(making.id_of("agent", self._count, task), making.now, making.now)
        stint = segment.stints.get(task)
        if stint is None:
            start = segment.start if task == ROOT else making.now
            stint = _Stint(making.id_of("agent", segment.number, task), start, making.now)
            segment.stints[task] = stint
        stint.end = making.now
        return stint

    def _add_stint(self, task: str, stint: _Stint, parent: str, error: str | None) -> None:
        agent = self._agents.get(task) or Agent()
        operation = names.PLAN if agent.kind == _PLANS else names.INVOKE_AGENT
        provider = agent.provider and names.PROVIDER_NAMES.get(agent.provider, agent.provider)
        self._making.add(
            _named(operation, agent.name),
            stint.id,
            {
                names.OPERATION: operation,
                names.PROVIDER: provider,
                names.AGENT_ID: agent.id,
                names.AGENT_NAME: agent.name,
                names.AGENT_VERSION: None if agent.version is None else str(agent.version),
                names.REQUEST_MODEL: agent.model,
                names.TASK_ID: task or None,
                names.TASK_KIND: agent.kind,
                **stint.tokens,
            },
            start=stint.start,
            end=None if task == ROOT else stint.end,
            parent=parent,
            error=error if task == ROOT else None,
        )


def _named(operation: str, name: str | None) -> str:
    return f"{operation} {name}" if name else operation
