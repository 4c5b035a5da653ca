"""What was said, as the conventions write messages; made only where an installation asks for content."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from orchestration.engine.bodies import BodyRef, read_text


class Said:
    """What each task's model is told next that it has not answered yet."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[dict[str, Any]]] = {}

    def hear(self, task: str, role: str, part: Mapping[str, Any]) -> None:
        self._waiting.setdefault(task, []).append({"role": role, "parts": [dict(part)]})

    def told(self, task: str) -> str | None:
        """The messages since its last reply, as JSON."""
        waiting = self._waiting.get(task)
        return None if not waiting else in_json(waiting)

    def answered(self, task: str) -> None:
        self._waiting.pop(task, None)


def reply_of(payload: Mapping[str, Any]) -> str:
    """The reply of a model, as JSON."""
    parts: list[dict[str, Any]] = []
    if text := shown(payload.get("text")):
        parts.append({"type": "text", "content": text})
    for call in calls_in(payload):
        arguments = shown(call.get("arguments"))
        parts.append(
            {"type": "tool_call", "id": call.get("id"), "name": call.get("name"), "arguments": arguments}
        )
    return in_json([{"role": "assistant", "parts": parts, "finish_reason": payload.get("finish_reason")}])


def calls_in(payload: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The calls of a reply, as it was recorded."""
    calls = payload.get("calls")
    return [call for call in calls if isinstance(call, Mapping)] if isinstance(calls, list) else []


def shown(value: Any) -> str:
    """A text of the record; of a long one, which stands outside of its event, the beginning."""
    try:
        text = read_text(value)
    except (TypeError, ValueError):
        return ""
    return f"{text.head}… ({text.size} characters)" if isinstance(text, BodyRef) else text


def in_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
