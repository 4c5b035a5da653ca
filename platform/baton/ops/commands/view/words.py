"""The words that more than one sentence of the trace needs."""

from collections.abc import Mapping
from typing import Any

from baton.core.visible import visible
from orchestration.engine.reasons import reason_for
from orchestration.engine.view import CallView, RunView, StepView, UsageView

SCRIPTED = "scripted"

_BECAUSE = {
    "tool_definition": "the definition of the tool changed",
    "policy": "the policy of the project changed",
    "destination": "the host it goes to changed",
    "credential": "the credential changed",
    "arguments": "the arguments changed",
    "decider_role": "the person who decided may no longer decide",
}

_EFFECTS = {
    "read_only": "It only reads.",
    "keyed": "It is sent with a key, so that the service does it once even if it is sent again.",
    "natural": "Doing it twice comes to the same as doing it once.",
    "at_most_once": "It is sent at most once and cannot be taken back by Baton.",
}


def agent_name(view: RunView) -> str:
    """Who runs: an agent or an orchestration."""
    runs = view.agent or view.orchestration or {}
    return visible(str(runs.get("name") or "The agent"))


def worker_name(view: RunView, payload: Mapping[str, Any]) -> str:
    """The agent that an event is about: in a run of several, that of its task."""
    task = payload.get("task")
    if task is None and (call := payload.get("call")) is not None:
        steps = {step.id: step.task for step in view.steps}
        task = next((steps.get(each.step) for each in view.calls if each.id == call), None)
    agent = next((each.agent for each in view.tasks if each.id == task), None)
    return agent_name(view) if agent is None else visible(str(agent.get("name") or "The agent"))


def person(by: Mapping[str, Any] | None) -> str:
    """Who acted, as the subject of a sentence."""
    name = visible(str((by or {}).get("name") or "")).strip()
    if (by or {}).get("kind") == "api_key":
        return f"The API key “{name}”" if name else "An API key"
    return name or "Somebody"


def model_name(view: RunView, step: StepView | None = None) -> str:
    """Which model, honest about one that only follows a script. A run of several agents names none of its
    own: each step does."""
    model = view.model or {}
    if model.get("scripted") or (not model and step is not None and step.provider == SCRIPTED):
        return "the scripted model"
    name = model.get("name") or (step.model if step is not None else "")
    return f"the model {visible(str(name or 'of the agent'))}"


def is_scripted(view: RunView) -> bool:
    """Whether no model was asked: a script costs nobody anything."""
    if view.model is not None:
        return bool(view.model.get("scripted"))
    return bool(view.steps) and all(step.provider == SCRIPTED for step in view.steps)


def call_name(call: CallView | None) -> str:
    """The call as a thing: its sentence in marks, or the tool's name."""
    if call is None:
        return "a tool call"
    return f"“{visible(call.sentence)}”" if call.sentence else visible(call.tool)


def at_host(host: str | None) -> str:
    return f" at {visible(host)}" if host else ""


def rule_text(rule: Mapping[str, Any] | None) -> str:
    """The words of the policy rule that applied, without a full stop; empty where none did."""
    return visible(str((rule or {}).get("text") or "")).rstrip(". ")


def effect_text(effect_class: str | None) -> str:
    return _EFFECTS.get(effect_class or "", "")


def because_text(because: tuple[str, ...]) -> str:
    """Why a card was made anew, as the end of a sentence."""
    return " and ".join(_BECAUSE.get(name, visible(name)) for name in because)


def usage_text(usage: UsageView) -> str:
    """Tokens in one sentence; what no provider told is said to be unknown, never counted as nothing."""
    if usage.input or usage.output or not usage.unknown:
        cached = f" ({usage.cached:,} of them cached)" if usage.cached else ""
        text = f"{usage.input:,} tokens read{cached}, {usage.output:,} written"
        rest = f"; not known for {count(usage.unknown, 'try', 'tries')}" if usage.unknown else ""
        return f"{text}{rest}."
    return "How many tokens were used is not known."


def why(code: str, message: str) -> str:
    """A failure in plain words, with what exactly was said."""
    reason = reason_for(code)
    said = visible(" ".join(message.split())).rstrip(".")
    if reason is None:
        return f"{said or visible(code)} ({visible(code)})."
    if not said or said == reason.why.rstrip("."):
        return f"{reason.why} ({visible(code)})"
    return f"{reason.why} ({visible(code)}: {said})"


def next_step(code: str) -> str | None:
    """What a person can do about a code, if there is something."""
    reason = reason_for(code)
    return reason.next_step if reason else None


def count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
