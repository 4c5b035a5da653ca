"""The scripts by name, and the pace they are played at."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qsl

from orchestration.engine.messages import Message
from orchestration.engine.ports import ToolSchema
from orchestration.providers.scripted.echo import echo
from orchestration.providers.scripted.refund_desk import refund_desk
from orchestration.providers.scripted.replies import script_from_json
from orchestration.providers.scripted.research_brief import research_brief
from orchestration.providers.scripted.script import Script, ScriptedReply, ScriptError

SCRIPTS: dict[str, Script] = {
    "echo": echo,
    "refund_desk": refund_desk,
    "research_brief": research_brief,
}
MAX_PACE_MS = 60_000
_PACE = ("latency_ms", "gap_ms")


def find_script(name_or_json: str) -> Script:
    """A script of this name, played at once or as `name?latency_ms=300&gap_ms=40`; or one written as JSON."""
    if name_or_json.lstrip().startswith("{"):
        return script_from_json(name_or_json)
    name, _, pace = name_or_json.partition("?")
    script = SCRIPTS.get(name)
    if script is None:
        raise ScriptError(f"There is no script {name!r}; known are {', '.join(SCRIPTS)}.")
    return _paced(script, _read_pace(pace)) if pace else script


def _read_pace(text: str) -> dict[str, int]:
    """Milliseconds by name."""
    pace: dict[str, int] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        if name not in _PACE:
            raise ScriptError(f"A script has no {name!r}; known are {', '.join(_PACE)}.")
        if not (value.isascii() and value.isdecimal() and len(value) <= 5 and int(value) <= MAX_PACE_MS):
            raise ScriptError(f"{name} is a number of milliseconds up to {MAX_PACE_MS}, not {value!r}.")
        pace[name] = int(value)
    return pace


def _paced(script: Script, pace: dict[str, int]) -> Script:
    def play(messages: Sequence[Message], tools: Sequence[ToolSchema]) -> ScriptedReply:
        reply = script(messages, tools)
        return replace(
            reply,
            latency_ms=pace.get("latency_ms", reply.latency_ms),
            gap_ms=pace.get("gap_ms", reply.gap_ms),
        )

    return play
