"""Tools of a test and what the model says there: each tool is a function, each reply a value."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestration.engine.ports import ToolError, ToolInvocation, ToolOutcome


@dataclass
class Ledger:
    """Tools of a test: what was executed, with which key; each tool is a function of its arguments."""

    tools: dict[str, Callable[[Mapping[str, Any]], str]] = field(default_factory=dict)
    executed: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    """(tool, idempotency key, arguments), in the order of their starts."""

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        name, arguments = invocation.tool.name, dict(invocation.arguments)
        self.executed.append((name, invocation.idempotency_key, arguments))
        tool = self.tools.get(name)
        try:
            content = tool(arguments) if tool else json.dumps({"done": name})
        except ToolError:
            raise
        except Exception as error:
            raise ToolError("tool_error", str(error), sent=True, answered=True, status=500) from error
        return ToolOutcome(content=content, full=content, status=200)

    async def close(self) -> None:
        return None

    def of(self, tool: str) -> list[dict[str, Any]]:
        return [arguments for name, _, arguments in self.executed if name == tool]


def reply(*calls: tuple[str, Mapping[str, Any]], text: str = "") -> dict[str, Any]:
    """One scripted reply: its calls, or its text."""
    return {
        "text": text,
        "calls": [
            {"id": f"p{n}", "name": name, "arguments": json.dumps(arguments)}
            for n, (name, arguments) in enumerate(calls)
        ],
    }


def script(*replies: Mapping[str, Any]) -> dict[str, Any]:
    return {"replies": list(replies)}
