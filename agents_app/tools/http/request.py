"""From a tool, its arguments and the project's variables to the one request they mean. Pure.

What an approval shows and what is sent both come from here. No argument can choose the host, leave its place
in the path, or end a header.
"""

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

from agents_app.arguments import ArgumentProblem, InvalidArguments
from agents_app.spec import HttpSpec, ToolSpec
from baton.core.canonical import canonical, canonical_text
from baton.egress.allow import NOTHING
from baton.egress.errors import HostNotAllowed, InvalidHeader, InvalidUrl
from baton.egress.exchange import Request
from baton.egress.rule import Destination, read_url
from orchestration.engine.ports import ToolInvocation

_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_VARIABLE: Final = re.compile(r"[A-Z][A-Z0-9_]*")
_HOST_IS_COMPLETE: Final = re.compile(r"[A-Za-z]+://[^/?]+/")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_OWN_HEADERS: Final = frozenset({"idempotency-key", "content-type"})


def destination(
    tool: ToolSpec, arguments: Mapping[str, Any], variables: Mapping[str, str]
) -> tuple[str, str]:
    """The URL of a call, and its host as people read it: with the port, unless it is https on 443.

    Raises InvalidArguments where an argument cannot stand in the path, EgressError where the template and the
    variables give no address. Whether the address is allowed is judged when it is sent.
    """
    place = _destination(http_of(tool), arguments, variables)
    return place.url, place.authority


def build_request(invocation: ToolInvocation) -> Request:
    """The whole request. Also raises InvalidHeader, and HostNotAllowed where the tool's credential belongs
    to another host: without it the call would not be the one that was shown."""
    http = http_of(invocation.tool)
    place = _destination(http, invocation.arguments, invocation.variables)
    body = _body(http, invocation.arguments)
    headers = {
        "user-agent": "Baton",
        "accept": "application/json" if http.response == "json" else "*/*",
        **_stored_headers(http),
        "idempotency-key": invocation.idempotency_key,
    }
    if body is not None:
        headers["content-type"] = "application/json"
    if invocation.traceparent is not None and "traceparent" not in headers:
        headers["traceparent"] = invocation.traceparent
    headers |= _credential_header(invocation, place)
    timeout = min(invocation.timeout, http.timeout_seconds)
    return Request(http.method, place.url, headers, body, timeout)


def http_of(tool: ToolSpec) -> HttpSpec:
    """What the request of an HTTP tool is made of."""
    assert tool.http is not None, f"{tool.name} is no HTTP tool"
    return tool.http


def _destination(http: HttpSpec, arguments: Mapping[str, Any], variables: Mapping[str, str]) -> Destination:
    url = _fill(http.url, arguments, variables)
    pairs = [
        f"{quote(name, safe='')}={quote(text, safe='')}"
        for name in http.query
        for text in _query_texts(arguments.get(name))
    ]
    if pairs:
        url += ("&" if "?" in url else "?") + "&".join(pairs)
    place = read_url(url, NOTHING)
    _refuse_dot_segments(place.url)
    return place


def _fill(template: str, arguments: Mapping[str, Any], variables: Mapping[str, str]) -> str:
    """One pass from left to right, so that nothing that was filled in is read as a placeholder again."""
    url, end = "", 0
    for match in _PLACEHOLDER.finditer(template):
        url += template[end : match.start()]
        end = match.end()
        name = match[1]
        if _VARIABLE.fullmatch(name):
            if name not in variables:
                raise InvalidUrl(f"The project has no variable {name!r}.")
            url += variables[name].rstrip("/") if template[end : end + 1] == "/" else variables[name]
        elif not _HOST_IS_COMPLETE.match(url):
            raise InvalidUrl(f"The argument {name[:100]!r} stands where it would choose the host.")
        else:
            url += quote(_path_text(name, arguments), safe="")
    return url + template[end:]


def _path_text(name: str, arguments: Mapping[str, Any]) -> str:
    value = arguments.get(name)
    text = value if isinstance(value, str) else canonical_text(value)
    if value is None or isinstance(value, (list, dict)) or not text:
        # An empty segment would turn one thing into the list of all.
        raise _not_in_path(name, "is part of the address and must be a text or a number that is not empty")
    if _CONTROL.search(text) or any(piece in (".", "..") for piece in re.split(r"[/\\]", text)):
        raise _not_in_path(name, "is part of the address and must not lead out of its place")
    return text


def _not_in_path(name: str, message: str) -> InvalidArguments:
    pointer = "/" + name.replace("~", "~0").replace("/", "~1")
    return InvalidArguments("invalid_arguments", (ArgumentProblem(pointer, message),))


def _refuse_dot_segments(url: str) -> None:
    """Also those that two neighbours make together: every server resolves them, escaped or not."""
    segments = unquote(url.split("?")[0]).replace("\\", "/").split("/")
    if "." in segments or ".." in segments:
        raise InvalidUrl("The path of the URL must not hold '.' or '..'.")


def _query_texts(value: Any) -> list[str]:
    match value:
        case None:
            return []
        case str():
            return [value]
        case list():
            return [item if isinstance(item, str) else canonical_text(item) for item in value]
        case _:
            return [canonical_text(value)]


def _body(http: HttpSpec, arguments: Mapping[str, Any]) -> bytes | None:
    if http.body is None:
        return None
    names = arguments if http.body == "all" else http.body
    return canonical({name: arguments[name] for name in names if name in arguments})


def _stored_headers(http: HttpSpec) -> dict[str, str]:
    headers = {name.lower(): value for name, value in http.headers.items()}
    for name in headers.keys() & _OWN_HEADERS:
        raise InvalidHeader(f"Header {name!r} is set by Baton itself.", field=name)
    return headers


def _credential_header(invocation: ToolInvocation, place: Destination) -> dict[str, str]:
    wanted, given = invocation.tool.credential, invocation.credential
    if wanted is None:
        return {}
    if given is None or not given.value:
        raise InvalidHeader(f"The credential {wanted.name!r} has no value.", field=wanted.header)
    if not place.is_named_by(given.host):
        message = f"The credential {given.name!r} belongs to {given.host}, not to {place.authority}."
        raise HostNotAllowed(message)
    name = given.header.lower()
    if name in _OWN_HEADERS:
        raise InvalidHeader(f"Header {name!r} is set by Baton itself.", field=name)
    return {name: given.header_text}
