"""The content of the tool that an operation becomes: its request, its arguments, and how it is asked for."""

import re
from itertools import islice
from typing import Any, Final

from agents_app.openapi.arguments import Arguments
from agents_app.openapi.findings import CannotBeTool, shown
from agents_app.openapi.names import sentence
from agents_app.openapi.parameters import Headers
from agents_app.openapi.places import PLACEHOLDER, Place, summary_of
from agents_app.spec import EffectClass, Risk

_MAX_DESCRIPTION: Final = 1_500
_MAX_PATH: Final = 1_000
_MOST_ANSWERS: Final = 50
_PLAIN: Final = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@%/-]*", re.ASCII)
_LEADS_ELSEWHERE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})|/\.{1,2}(?=/|$)|%2[eE]")


def content_of(
    place: Place, base: str, effect: EffectClass, risk: Risk, arguments: Arguments, headers: Headers
) -> dict[str, Any]:
    """What stands below the tool's name. `base` begins its address."""
    operation_id = place.node.get("operationId")
    line = sentence(summary_of(place.node), operation_id, arguments.in_order())
    in_body = len(arguments.body) == len(arguments.schemas)
    body: Any = "all" if in_body and arguments.body else arguments.body
    return {
        "description": _description(place),
        "effect": effect.value,
        "risk": risk.value,
        **({"sentence": line} if line else {}),
        **_arguments(arguments),
        "request": f"{place.method.upper()} {base}{_path(place, arguments)}",
        **({"query": arguments.query} if arguments.query else {}),
        **({"body": body} if arguments.has_body else {}),
        **({"headers": headers.fixed} if headers.fixed else {}),
        **({} if _answers_json(place.node) else {"response": "text"}),
    }


def _arguments(arguments: Arguments) -> dict[str, Any]:
    named = {
        name if name in arguments.required else f"{name}?": each for name, each in arguments.schemas.items()
    }
    return {"arguments": named} if named else {}


def _path(place: Place, arguments: Arguments) -> str:
    path = PLACEHOLDER.sub(lambda found: f"{{{arguments.path[found[1]]}}}", place.path)
    plain = PLACEHOLDER.sub("x", path)
    if len(path) > _MAX_PATH or not _PLAIN.fullmatch(plain) or _LEADS_ELSEWHERE.search(plain):
        message = f"{shown(place.path)} holds what may not stand in a tool's address."
        raise CannotBeTool("invalid_path", message, place.pointer)
    return path


def _description(place: Place) -> str:
    given = place.node.get("description")
    long = given[:_MAX_DESCRIPTION].strip() if isinstance(given, str) else ""
    parts = [summary_of(place.node), long]
    text = "\n\n".join(dict.fromkeys(part for part in parts if part))
    return text or f"{place.method.upper()} {place.path[:200]}"


def _answers_json(node: dict[str, Any]) -> bool:
    """Whether an answer of success is JSON, as far as the document says."""
    responses = node.get("responses")
    kinds: list[Any] = []
    described = responses.items() if isinstance(responses, dict) else ()
    for status, response in islice(described, _MOST_ANSWERS):
        content = response.get("content") if isinstance(response, dict) else None
        if str(status).startswith("2") and isinstance(content, dict):
            kinds += content
    return not kinds or any("json" in str(kind).lower() for kind in kinds)
