"""The text of an OpenAPI document, JSON or YAML, as plain values: bounded in size and depth."""

import re
from typing import Any, Final

import yaml

from agents_app.openapi.findings import InvalidOpenApi, shown
from agents_app.openapi.yaml_text import read_yaml
from baton.core.errors import BatonError, TooLarge
from baton.core.strict_json import loads

MAX_BYTES: Final = 1024 * 1024
MAX_DEPTH: Final = 64
_VERSION: Final = re.compile(r"3\.[01](?:[.-].*)?")


def read_text(text: str) -> dict[str, Any]:
    """The document, known to be OpenAPI 3.0 or 3.1. Raises InvalidOpenApi, or TooLarge beyond a mebibyte."""
    if len(text) > MAX_BYTES or len(text.encode(errors="replace")) > MAX_BYTES:
        message = f"The document is larger than {MAX_BYTES} bytes; leave out what no tool needs."
        raise TooLarge("body_too_large", message, field="document")
    document = _read_json(text) if text.lstrip("\ufeff \t\r\n").startswith("{") else _read_yaml(text)
    if not isinstance(document, dict):
        raise InvalidOpenApi("This is no OpenAPI document: it has no names and values at its top.")
    _require_version(document)
    return document


def _read_json(text: str) -> Any:
    try:
        return loads(text.removeprefix("\ufeff"), max_depth=MAX_DEPTH, max_bytes=MAX_BYTES)
    except BatonError as error:
        raise InvalidOpenApi(error.message, error.details) from None


def _read_yaml(text: str) -> Any:
    try:
        return read_yaml(text, MAX_DEPTH)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = {"line": mark.line + 1, "column": mark.column + 1} if mark else {}
        raise InvalidOpenApi(f"This is neither JSON nor YAML: {error.problem}.", place) from None
    except yaml.YAMLError:
        raise InvalidOpenApi("This is neither JSON nor YAML: it holds a sign that neither knows.") from None


def _require_version(document: dict[str, Any]) -> None:
    version = document.get("openapi")
    text = version if isinstance(version, str) else str(version or "")
    if _VERSION.fullmatch(text):
        return
    if "swagger" in document:
        raise InvalidOpenApi(
            f"This is Swagger {shown(document['swagger'])}. OpenAPI 3.0 and 3.1 are read; convert it first."
        )
    if not text:
        raise InvalidOpenApi("This is no OpenAPI document: it does not begin with 'openapi: 3.1.0' or 3.0.")
    raise InvalidOpenApi(f"This is OpenAPI {shown(text)}; 3.0 and 3.1 are read.")
