"""The request of a tool: method, address, and where each argument goes.

The address is fixed by the author. `{UPPER}` is a variable of the project and may be the beginning, `{lower}`
a required argument and may stand in the path only, so that no argument ever chooses or changes the host.
"""

import re
from collections.abc import Mapping
from typing import Any

from agents_app.definition.reader import Reader
from agents_app.spec import HttpSpec

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WITHOUT_BODY = ("GET", "DELETE")
LONGEST_TIMEOUT = 120

_REQUEST = re.compile(r"([A-Z]+)\s+(\S+)")
_BEGINNING = re.compile(r"(?:\{[A-Z][A-Z0-9_]*\}|https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?)(?=/|$)")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
_PATH_REST = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@%/-]*")
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_OWN_HEADERS = frozenset(
    {
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "cookie",
        "host",
        "idempotency-key",
        "proxy-authorization",
        "transfer-encoding",
    }
)


def read_request(tool: Reader, schema: Mapping[str, Any], variables: frozenset[str]) -> HttpSpec | None:
    """`request: GET {SHOP_URL}/orders/{order}`, and `query`, `body`, `headers`, `timeout`, `response`."""
    text = tool.text("request", required=True)
    parts = _REQUEST.fullmatch(text)
    if parts is None or parts.group(1) not in METHODS:
        if text:
            message = f"{text!r} is no request; write: GET {{SHOP_URL}}/orders/{{order}}."
            tool.add("invalid_request", message, tool.at_key("request"))
        parts = None
    method, url = parts.groups() if parts else ("GET", "")
    in_path = _check_url(tool, url, schema, variables) if parts else frozenset()
    query = _argument_names(tool, "query", schema)
    body = _body(tool, schema)
    if parts and body is not None and method in WITHOUT_BODY:
        tool.add("invalid_request", f"{method} has no body; use 'query'.", tool.at_key("body"))
    sent = in_path | set(query) | (set(schema["properties"]) if body == "all" else set(body or ()))
    unsent = [name for name in schema["properties"] if name not in sent]
    if parts and unsent:
        # A person would approve a value that goes nowhere.
        message = f"The argument '{unsent[0]}' is sent nowhere; name it in the address, 'query' or 'body'."
        tool.add("argument_not_sent", message, tool.at_key("request"))
    headers, timeout = _headers(tool), tool.seconds("timeout", 30)
    response = tool.one_of("response", ("json", "text"), "json")
    if timeout > LONGEST_TIMEOUT:
        tool.add("invalid_value", f"At most {LONGEST_TIMEOUT} s.", tool.at_key("timeout"))
    return tool.build(
        HttpSpec,
        method=method,
        url=url or "https://invalid.example/",
        query=query,
        body=body,
        headers=headers,
        timeout_seconds=timeout,
        response=response,
    )


def _check_url(
    tool: Reader, url: str, schema: Mapping[str, Any], variables: frozenset[str]
) -> frozenset[str]:
    """The arguments in the path."""
    at = tool.at_key("request")
    names = _PLACEHOLDER.findall(url)
    in_path = frozenset(name for name in names if not _VARIABLE.fullmatch(name))
    beginning = _BEGINNING.match(url)
    if beginning is None:
        message = "An address begins with a variable, such as {SHOP_URL}/, or with https:// and a fixed host."
        tool.add("invalid_url", message, at)
        return in_path
    if not _PATH_REST.fullmatch(_PLACEHOLDER.sub("x", url[beginning.end() :])):
        tool.add("invalid_url", "The path holds '?', '#' or another sign that may not stand there.", at)
    for name in names:
        if _VARIABLE.fullmatch(name):
            if name not in variables:
                tool.add("unknown_reference", f"There is no variable '{name}' here.", at)
        elif name not in schema["properties"]:
            tool.add("unknown_reference", f"The tool has no argument '{name}'.", at)
        elif name not in schema.get("required", ()):
            tool.add("invalid_url", f"The argument '{name}' is part of the path and must be required.", at)
    return in_path


def _argument_names(tool: Reader, key: str, schema: Mapping[str, Any]) -> tuple[str, ...]:
    names = []
    for name, at in tool.texts(key):
        if name and name not in schema["properties"]:
            tool.add("unknown_reference", f"The tool has no argument '{name}'.", at)
        names.append(name)
    return tuple(names)


def _body(tool: Reader, schema: Mapping[str, Any]) -> Any:
    node = tool.node("body")
    if node is None:
        return None
    if getattr(node, "value", None) == "all":
        return "all"
    return _argument_names(tool, "body", schema)


def _headers(tool: Reader) -> dict[str, str]:
    headers = {}
    section = tool.section("headers")
    for entry in section.entries() if section else ():
        value = tool.text_of(entry.node, f"header '{entry.key}'")
        if not _HEADER_NAME.fullmatch(entry.key) or entry.key.lower() in _OWN_HEADERS:
            tool.add("invalid_header", f"The header '{entry.key}' may not be set here.", entry.at)
        if not value.isprintable() or not value.isascii():
            tool.add("invalid_header", f"The header '{entry.key}' holds a sign it may not.", entry.at)
        headers[entry.key] = value
    return headers
