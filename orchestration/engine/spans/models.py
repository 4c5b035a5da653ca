"""Spans of model calls: one for each attempt, failed ones with what was wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from baton.telemetry import names
from baton.telemetry.span import SpanKind, Value
from orchestration.engine.spans.making import MILLISECOND, Making, number_of, part_of, text_of
from orchestration.engine.spans.said import Said, reply_of
from orchestration.engine.spans.work import Work

_TOKENS = {
    names.INPUT_TOKENS: "input",
    names.OUTPUT_TOKENS: "output",
    names.CACHED_TOKENS: "cached",
    names.REASONING_TOKENS: "reasoning",
}


@dataclass(slots=True)
class _Step:
    """A model call that has no reply yet."""

    id: str
    task: str
    provider: str | None
    model: str | None
    """Who is asked next."""
    since: int
    """Before that, the next attempt cannot have begun."""
    failed: int = 0
    """Attempts that have ended."""


class ModelSpans:
    """From `model_call_started` to the reply, over any number of attempts."""

    def __init__(self, making: Making, work: Work, said: Said) -> None:
        self._making = making
        self._work = work
        self._said = said
        self._steps: dict[str, _Step] = {}

    def start(self, task: str, payload: Mapping[str, Any]) -> None:
        step = text_of(payload, "step")
        if step is None:
            return
        self._work.stint(task)
        provider, model = text_of(payload, "provider"), text_of(payload, "model")
        agent = self._work.agent(task)
        agent.provider, agent.model = agent.provider or provider, agent.model or model
        self._steps[step] = _Step(step, task, provider, model, self._making.now)

    def task_of(self, payload: Mapping[str, Any], otherwise: str) -> str:
        step = self._steps.get(text_of(payload, "step") or "")
        return otherwise if step is None else step.task

    def fail(self, payload: Mapping[str, Any]) -> None:
        """An attempt ended without a reply; another may follow."""
        step = self._steps.get(text_of(payload, "step") or "")
        if step is None:
            return
        retry = number_of(payload, "retry_in_ms")
        step.provider = text_of(payload, "provider") or step.provider
        step.model = text_of(payload, "model") or step.model
        self._add(step, payload, {names.RETRY_IN_MS: retry}, text_of(payload, "code") or "_OTHER")
        following = part_of(payload, "next")
        step.provider = text_of(following, "provider") or step.provider
        step.model = text_of(following, "model") or step.model
        step.failed += 1
        step.since = self._making.now
        if retry is None:
            del self._steps[step.id]

    def complete(self, payload: Mapping[str, Any]) -> None:
        """The reply."""
        step = self._steps.pop(text_of(payload, "step") or "", None)
        if step is None:
            return
        step.provider = text_of(payload, "provider") or step.provider
        finish = text_of(payload, "finish_reason")
        more: dict[str, Value | None] = {
            names.RESPONSE_MODEL: text_of(payload, "model"),
            names.RESPONSE_ID: text_of(payload, "response_id"),
            names.FINISH_REASONS: None if finish is None else (finish,),
        }
        if self._making.with_content:
            more[names.OUTPUT_MESSAGES] = reply_of(payload)
        self._add(step, payload, more)
        self._said.answered(step.task)

    def cut_off(self, why: str) -> None:
        """The run ended while a model was asked."""
        for step in self._steps.values():
            self._add(step, {}, {}, why)
        self._steps.clear()

    def _add(
        self,
        step: _Step,
        payload: Mapping[str, Any],
        more: Mapping[str, Value | None],
        error: str | None = None,
    ) -> None:
        making = self._making
        number = number_of(payload, "attempt") or step.failed + 1
        usage = part_of(payload, "usage")
        tokens: dict[str, Value | None] = {name: number_of(usage, of) for name, of in _TOKENS.items()}
        self._work.use(step.task, tokens)
        duration = number_of(payload, "duration_ms")
        start = step.since if duration is None else max(step.since, making.now - duration * MILLISECOND)
        making.add(
            f"{names.CHAT} {step.model}" if step.model else names.CHAT,
            making.id_of("attempt", step.id, number),
            {
                names.OPERATION: names.CHAT,
                names.PROVIDER: step.provider and names.PROVIDER_NAMES.get(step.provider, step.provider),
                names.REQUEST_MODEL: step.model,
                names.STEP_ID: step.id,
                names.TASK_ID: step.task or None,
                names.ATTEMPT: number,
                names.INPUT_MESSAGES: self._said.told(step.task),
                **tokens,
                **more,
            },
            start=start,
            parent=self._work.stint(step.task),
            kind=SpanKind.CLIENT,
            error=error,
            links=(making.id_of("attempt", step.id, number - 1),) if number > 1 else (),
        )
