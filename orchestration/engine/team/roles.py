"""What an agent is while it plans, reviews or composes: itself, with the tools and answer of that work."""

from agents_app.orchestration_spec import OrchestrationSpec
from agents_app.spec import AgentSpec, EffectClass
from orchestration.engine.contract import TaskContract
from orchestration.engine.team.plan import PLAN_SCHEMA
from orchestration.engine.team.state import TaskKind
from orchestration.engine.team.verdict import verdict_schema

_READING_TRIES = 2
"""Answers that are read before a plan or a review counts as failed: the second knows what was wrong."""


def spec_for(kind: TaskKind, agent: AgentSpec, orchestration: OrchestrationSpec) -> AgentSpec:
    """The agent as it works on a task of this kind. Who reviews only looks; who plans or composes has all it
    needs in its prompt."""
    match kind:
        case TaskKind.EXECUTE | TaskKind.REVISE:
            return agent
        case TaskKind.REVIEW:
            reading = tuple(tool for tool in agent.tools if tool.effect_class is EffectClass.READ_ONLY)
            schema = verdict_schema(orchestration.review.rubric)
            return agent.model_copy(update={"output_schema": schema, "tools": reading})
        case TaskKind.PLAN:
            return agent.model_copy(update={"output_schema": PLAN_SCHEMA, "tools": ()})
        case TaskKind.COMPOSE:
            return agent.model_copy(update={"tools": ()})


def contract_for(kind: TaskKind, agent: AgentSpec, text: TaskContract) -> TaskContract:
    """How much the agent may use for it: what its builder allows in any run of its own."""
    tries = _READING_TRIES if kind in (TaskKind.PLAN, TaskKind.REVIEW) else text.output_attempts
    return TaskContract(
        input=text.input, steps=agent.limits.steps, tokens=agent.limits.tokens, output_attempts=tries
    )
