"""Agents as a worker uses them: the stored spec, its compiled schemas and what a model is shown of its tools.

Versions are immutable, so each is read and compiled once per process.
"""

from collections import OrderedDict
from dataclasses import dataclass

from agents_app.arguments import CompiledSchema
from agents_app.spec import AgentSpec
from orchestration.engine.ports import OutputSchema, ToolSchema
from orchestration.runner.output import AnswerForm, Judge
from orchestration.runner.store import Store

_KEPT = 500


@dataclass(frozen=True, slots=True)
class LoadedAgent:
    version_id: str
    spec: AgentSpec
    schemas: dict[str, CompiledSchema]
    tools: tuple[ToolSchema, ...]
    output: OutputSchema | None = None
    """What its answer must be."""
    form: AnswerForm | None = None
    """The same, to judge by."""


class Agents:
    """The agent versions used lately."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, LoadedAgent] = OrderedDict()

    async def get(self, organization_id: str, version_id: str) -> LoadedAgent:
        kept = self._kept.get(version_id)
        if kept is not None:
            self._kept.move_to_end(version_id)
            return kept
        spec = AgentSpec.model_validate(await self._store.load_agent(organization_id, version_id))
        agent = load_spec(version_id, spec)
        self._kept[version_id] = agent
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return agent


def load_spec(version_id: str, spec: AgentSpec, judge: Judge | None = None) -> LoadedAgent:
    """With everything compiled. `judge` looks at answers that fit the schema."""
    schema = spec.output_schema
    return LoadedAgent(
        version_id=version_id,
        spec=spec,
        schemas={tool.name: CompiledSchema(tool.input_schema) for tool in spec.tools},
        tools=tuple(ToolSchema(tool.name, tool.description, dict(tool.input_schema)) for tool in spec.tools),
        output=None if schema is None else OutputSchema("answer", schema),
        form=None if schema is None else AnswerForm(CompiledSchema(schema), judge),
    )
