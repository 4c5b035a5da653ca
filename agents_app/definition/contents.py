"""What a stored version says, as content: the way back from a spec to what its author would write.

Reading it again gives the same spec, so that a draft can begin from any version, versions can be compared as
texts, and an export needs no second copy of anything.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from agents_app.definition.document import plain_value
from agents_app.definition.policy import describe
from agents_app.orchestration_spec import (
    EVERY_ROLE,
    Criterion,
    MemberSpec,
    OrchestrationSpec,
    PlanItem,
    PlannerSpec,
    ReviewSpec,
)
from agents_app.spec import (
    LIST_OPERATORS,
    ONE_DAY,
    ONE_HOUR,
    AgentSpec,
    ArgumentTest,
    Fallback,
    HttpSpec,
    Limits,
    McpSpec,
    Operator,
    PolicyRule,
    Scalar,
    ToolSpec,
    TrainingSpec,
)
from baton.core.canonical import canonical_text

_SIMPLE_SCHEMA: Final = frozenset({"type", "properties", "required", "additionalProperties"})
_BARE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_WORDS: Final = frozenset({"and", "in", "not"})
_UNITS: Final = ((ONE_DAY, "d"), (ONE_HOUR, "h"), (60, "m"))


def tool_content(spec: ToolSpec) -> dict[str, Any]:
    """What stands below a tool's name."""
    return {
        "description": spec.description,
        "effect": spec.effect_class.value,
        **_said("risk", spec.risk.value if spec.risk else None),
        **_said("sentence", spec.sentence),
        **_arguments(spec.input_schema),
        **(_request(spec.http) if spec.http else {}),
        **(_mcp_call(spec.mcp) if spec.mcp else {}),
        **_said("credential", spec.credential.name if spec.credential else None),
    }


def _request(http: HttpSpec) -> dict[str, Any]:
    return {
        "request": f"{http.method} {http.url}",
        **_said("query", list(http.query)),
        **_said("body", http.body if http.body == "all" or http.body is None else list(http.body)),
        **_said("headers", dict(http.headers)),
        "timeout": duration(round(http.timeout_seconds)),
        **({} if http.response == "json" else {"response": http.response}),
    }


def _mcp_call(mcp: McpSpec) -> dict[str, Any]:
    return {
        "mcp": {
            "server": mcp.server,
            "tool": mcp.tool,
            "definition": mcp.definition_digest,
            **_said("output_schema", dict(mcp.output_schema) if mcp.output_schema else None),
        },
        "timeout": duration(round(mcp.timeout_seconds)),
    }


def profile_content(spec: TrainingSpec) -> dict[str, Any]:
    """What stands below a training profile's name."""
    return {
        "specialization": spec.specialization,
        **_said("skills", list(spec.skills)),
        "instructions": spec.instructions,
    }


def agent_content(spec: AgentSpec, connections: Mapping[str, str]) -> dict[str, Any]:
    """What stands below an agent's name. `connections` are the names of the project's, by id."""
    return {
        **_said("description", spec.description),
        "profile": spec.profile.name,
        "connection": connections.get(spec.connection_id, ""),
        "model": spec.model,
        **_said("tools", [tool.name for tool in spec.tools]),
        **_said("tags", list(spec.tags)),
        **_said("settings", dict(spec.settings)),
        **_said("fallback", [_fallback(each, connections) for each in spec.fallbacks]),
        **_said("output", dict(spec.output_schema) if spec.output_schema else None),
        **_said("limits", _limits(spec.limits)),
    }


def orchestration_content(spec: OrchestrationSpec) -> dict[str, Any]:
    """What stands below an orchestration's name."""
    return {
        **_said("description", spec.description),
        "members": [_member(member) for member in spec.members],
        **_said("planner", _planner(spec.planner)),
        **_said("review", _review(spec.review)),
        **_said("compose", spec.compose),
        **({} if spec.on_failure == "fail" else {"on_failure": spec.on_failure}),
        **_said("limits", _limits(spec.limits)),
    }


def _member(member: MemberSpec) -> Any:
    if member.roles == EVERY_ROLE:
        return member.name
    return {"agent": member.name, "roles": [role.value for role in member.roles]}


def _planner(planner: PlannerSpec) -> dict[str, Any]:
    if planner == PlannerSpec():
        return {}
    return {
        "kind": planner.kind,
        **_said("agent", planner.agent),
        **_said("instructions", planner.instructions),
        **_said("tasks", [_item(item) for item in planner.items]),
    }


def _item(item: PlanItem) -> dict[str, Any]:
    return {key: value for key, value in item.to_json().items() if value}


def _review(review: ReviewSpec) -> dict[str, Any]:
    usual = ReviewSpec()
    said = {
        name: getattr(review, name)
        for name in ("max_reviews", "reviewers", "rule", "allow_self_review", "instructions")
        if getattr(review, name) != getattr(usual, name)
    }
    return {**said, **_said("rubric", [_criterion(each) for each in review.rubric])}


def _criterion(each: Criterion) -> dict[str, Any]:
    return {
        "name": each.name,
        **_said("description", each.description),
        **({} if each.minimum == 0 else {"min": _plain(each.minimum)}),
        **({} if each.maximum == 10 else {"max": _plain(each.maximum)}),
        **({} if each.at_least is None else {"at_least": _plain(each.at_least)}),
    }


def _plain(number: float) -> float:
    """Without a point where none is needed."""
    return int(number) if number.is_integer() else number


def _fallback(fallback: Fallback, connections: Mapping[str, str]) -> dict[str, Any]:
    return {
        "connection": connections.get(fallback.connection_id, ""),
        "model": fallback.model,
        **_said("settings", dict(fallback.settings)),
    }


def policy_content(rules: Sequence[PolicyRule]) -> dict[str, Any]:
    """What stands below `policy`, as an object."""
    return {"rules": [_rule(rule) for rule in rules]}


def duration(seconds: int) -> str:
    """Seconds as the file writes them: 90s, 15m, 24h, 7d."""
    for size, unit in _UNITS:
        if seconds >= size and seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"


def _said(key: str, value: Any) -> dict[str, Any]:
    """The key, unless nothing is said."""
    return {key: value} if value or value == 0 else {}


def _arguments(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The short form where it says all that the schema does, otherwise the schema."""
    properties = schema.get("properties")
    required = schema.get("required", [])
    is_simple = (
        set(schema) <= _SIMPLE_SCHEMA
        and schema.get("type") == "object"
        and schema.get("additionalProperties") is False
        and isinstance(properties, Mapping)
        and required == sorted(required)
        and all(name and not name.endswith("?") for name in properties)
        and set(required) <= set(properties)
        and "required" in schema
    )
    if not is_simple or not isinstance(properties, Mapping):
        if schema == {"type": "object", "properties": {}, "additionalProperties": False}:
            return {}
        return {"input_schema": dict(schema)}
    return {
        "arguments": {name if name in required else f"{name}?": each for name, each in properties.items()}
    }


def _limits(limits: Limits) -> dict[str, Any]:
    usual = Limits()
    return {
        **({} if limits.steps == usual.steps else {"steps": limits.steps}),
        **({} if limits.tokens is None else {"tokens": limits.tokens}),
        **(
            {}
            if limits.deadline_seconds == usual.deadline_seconds
            else {"deadline": duration(limits.deadline_seconds)}
        ),
    }


def _rule(rule: PolicyRule) -> dict[str, Any]:
    described = describe(rule.outcome, rule.tool, rule.tests)
    return {
        rule.outcome.value: rule.tool,
        **_said("when", _when(rule.tests)),
        **({} if rule.text == described else {"because": rule.text}),
        **_unless(ONE_DAY, "expires_after", rule.expires_after_seconds),
        **_unless(ONE_HOUR, "execute_within", rule.execute_within_seconds),
        **_unless(0, "grace", rule.grace_seconds),
    }


def _unless(usual: int, key: str, seconds: int) -> dict[str, str]:
    return {} if seconds == usual else {key: duration(seconds)}


def _when(tests: Sequence[ArgumentTest]) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for test in tests:
        text = _test(test)
        written[test.argument] = f"{written[test.argument]} and {text}" if test.argument in written else text
    return written


def _test(test: ArgumentTest) -> Any:
    if test.op is Operator.EXISTS:
        return "missing" if test.value is False else "exists"
    if test.op in LIST_OPERATORS and isinstance(test.value, tuple):
        return f"{test.op} [{', '.join(map(_value, test.value))}]"
    return f"{test.op} {_value(test.value)}"  # type: ignore[arg-type]


def _value(value: Scalar) -> str:
    if not isinstance(value, str):
        return canonical_text(value)
    if _BARE.fullmatch(value) and value not in _WORDS and isinstance(plain_value(value), str):
        return value
    return f"'{value}'" if '"' in value else f'"{value}"'
