"""Spans of tool calls: one for each execution, and one without length for a call that never ran."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from baton.telemetry import names
from baton.telemetry.span import Value, execution_id
from orchestration.engine.events import ResultKind
from orchestration.engine.spans.making import MILLISECOND, Making, number_of, text_of
from orchestration.engine.spans.said import Said, calls_in, in_json, shown
from orchestration.engine.spans.work import Work

UNKNOWN = "outcome_unknown"
_EXTENSION = "extension"
"""As the conventions call a tool that we call ourselves, out there."""


@dataclass(slots=True)
class CallSeen:
    """A requested call, as far as the record tells of it."""

    id: str
    task: str
    tool: str | None
    host: str | None = None
    effect_class: str | None = None
    arguments: Any = None
    approval: str | None = None
    """The span of the wait for the last decision about it."""
    execution: int = 0
    started: int | None = None
    """None: it does not execute."""
    parent: str = ""
    is_told: bool = False
    """A span of its last execution is made."""


class CallSpans:
    """From the reply that requests a call to what came of it."""

    def __init__(self, making: Making, work: Work, said: Said) -> None:
        self._making = making
        self._work = work
        self._said = said
        self._calls: dict[str, CallSeen] = {}

    def find(self, payload: Mapping[str, Any]) -> CallSeen | None:
        return self._calls.get(text_of(payload, "call") or "")

    def request(self, task: str, payload: Mapping[str, Any]) -> None:
        """The calls of a reply."""
        for call in calls_in(payload):
            if identifier := text_of(call, "id"):
                self._calls[identifier] = CallSeen(identifier, task, text_of(call, "name"))

    def propose(self, payload: Mapping[str, Any]) -> None:
        """A call was judged: from here on it is known where it goes."""
        call = self.find(payload)
        if call is None:
            return
        call.host = text_of(payload, "host")
        call.effect_class = text_of(payload, "effect_class")
        if self._making.with_content:
            call.arguments = payload.get("arguments")

    def start(self, payload: Mapping[str, Any]) -> None:
        """It is sent."""
        call = self.find(payload)
        if call is None:
            return
        call.execution = number_of(payload, "execution") or call.execution + 1
        call.started, call.is_told = self._making.now, False
        call.parent = self._work.stint(call.task)

    def complete(self, payload: Mapping[str, Any]) -> None:
        """It has a result, which may be that it did not run."""
        call = self.find(payload)
        if call is None:
            return
        kind = text_of(payload, "kind")
        content = shown(payload.get("content")) if self._making.with_content else ""
        if not call.is_told:
            error = None if kind == ResultKind.OK else text_of(payload, "code") or kind or "_OTHER"
            more: dict[str, Value | None] = {names.TOOL_RESULT_KIND: kind}
            more[names.HTTP_STATUS] = number_of(payload, "status")
            more[names.TOOL_RESULT] = content or None
            self._add(call, more, error, number_of(payload, "duration_ms"))
        if self._making.with_content:
            part = {"type": "tool_call_response", "id": call.id, "response": content}
            self._said.hear(call.task, "tool", part)

    def lose(self, payload: Mapping[str, Any]) -> None:
        """Nobody knows whether it happened."""
        call = self.find(payload)
        if call is not None and call.started is not None:
            self._add(call, {}, UNKNOWN)

    def cut_off(self) -> None:
        """The run ended while calls executed."""
        for call in self._calls.values():
            if call.started is not None:
                self._add(call, {}, UNKNOWN)

    def _add(
        self,
        call: CallSeen,
        more: Mapping[str, Value | None],
        error: str | None,
        duration: int | None = None,
    ) -> None:
        making = self._making
        ran = call.started is not None
        start = making.now if call.started is None else call.started
        if duration is not None:
            start = max(start, making.now - duration * MILLISECOND)
        host, _, port = (call.host or "").partition(":")
        execution = call.execution if ran else 0
        making.add(
            f"{names.EXECUTE_TOOL} {call.tool}" if call.tool else names.EXECUTE_TOOL,
            execution_id(making.run_id, call.id, execution),
            {
                names.OPERATION: names.EXECUTE_TOOL,
                names.TOOL_NAME: call.tool,
                names.TOOL_TYPE: _EXTENSION,
                names.TOOL_CALL_ID: call.id,
                names.TASK_ID: call.task or None,
                names.EXECUTION: execution,
                names.EFFECT_CLASS: call.effect_class,
                names.SERVER_ADDRESS: host or None,
                names.SERVER_PORT: int(port) if port.isascii() and port.isdigit() else None,
                names.TOOL_ARGUMENTS: None if call.arguments is None else in_json(call.arguments),
                **more,
            },
            start=start,
            parent=call.parent if ran else self._work.stint(call.task),
            error=error,
            links=(call.approval,) if call.approval else (),
        )
        call.started, call.is_told = None, True
