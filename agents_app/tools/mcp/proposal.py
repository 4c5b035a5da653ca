"""How a tool of a server is proposed as a tool of Baton: its name, its effect class, its content. Pure.

What a server says of its own tool is believed only where an admin trusts the server; of any other it may make
nothing looser than it is where nothing is said. No word of it becomes the sentence that a person decides by.
"""

import hashlib
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from agents_app.spec import EffectClass, Risk
from agents_app.tools.mcp.offered import OfferedTool

MAX_NAME: Final = 64
_NOT_IN_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")
_DIGITS: Final = 8


def tool_name(server: str, tool: str, taken: Collection[str] = ()) -> str:
    """`docs_search`: the server's name and the tool's own, as every provider takes it, and not taken."""
    words = (_NOT_IN_NAME.sub("_", part).strip("_") for part in (server, tool))
    name = "_".join(word for word in words if word) or "tool"
    if len(name) > MAX_NAME or name in taken:
        # The end says which is meant: two long names must not become one.
        digits = hashlib.sha256(f"{server}\n{tool}".encode()).hexdigest()[:_DIGITS]
        name = f"{name[: MAX_NAME - _DIGITS - 1]}_{digits}"
    return name


def effect_of(tool: OfferedTool, *, is_trusted: bool) -> EffectClass:
    """What may be done with a call of it whose outcome is unknown."""
    if not is_trusted:
        return EffectClass.AT_MOST_ONCE
    if tool.hints.get("readOnlyHint"):
        return EffectClass.READ_ONLY
    return EffectClass.NATURAL if tool.hints.get("idempotentHint") else EffectClass.AT_MOST_ONCE


def risk_of(tool: OfferedTool, *, is_trusted: bool) -> Risk:
    """Low for what only reads; high where it may destroy, which it may unless it says otherwise."""
    if effect_of(tool, is_trusted=is_trusted) is EffectClass.READ_ONLY:
        return Risk.LOW
    is_additive = is_trusted and tool.hints.get("destructiveHint") is False
    return Risk.MEDIUM if is_additive else Risk.HIGH


def content_of_tool(server: str, tool: OfferedTool, effect: EffectClass, risk: Risk) -> dict[str, Any]:
    """What stands below the tool's name in a definition."""
    output: Mapping[str, Any] = {"output_schema": dict(tool.output_schema)} if tool.output_schema else {}
    return {
        "description": tool.description or tool.title or f"{tool.name} of {server}",
        "effect": effect.value,
        "risk": risk.value,
        "input_schema": dict(tool.input_schema),
        "mcp": {"server": server, "tool": tool.name, "definition": tool.definition_digest, **output},
    }
