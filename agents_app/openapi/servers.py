"""Where the API of a document is reached: addresses for a variable of the project, or to be written fixed."""

import re
from typing import Any, Final

from agents_app.openapi.findings import OpenApiProblem, shown

MAX_SERVERS: Final = 20
_VARIABLE: Final = re.compile(r"\{([^{}]*)\}")
_NAME: Final = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)
_ADDRESS: Final = re.compile(
    r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*", re.ASCII
)


def read_servers(node: Any, pointer: str, problems: list[OpenApiProblem]) -> tuple[str, ...]:
    """The absolute addresses, without a slash at their end, each once; others are told."""
    servers = node if isinstance(node, list) else []
    found: dict[str, None] = {}
    for index, server in enumerate(servers[:MAX_SERVERS]):
        place = f"{pointer}/{index}/url"
        url = server.get("url") if isinstance(server, dict) else None
        if not isinstance(url, str):
            problems.append(OpenApiProblem.of("invalid_server", "A server has a 'url'.", place))
            continue
        address = _filled(url, server.get("variables")).rstrip("/")
        if is_address(address):
            found[address] = None
        else:
            message = f"{shown(url)} is no complete address; name one, or a variable that holds it."
            problems.append(OpenApiProblem.of("relative_server", message, place))
    return tuple(found)


def is_address(text: str) -> bool:
    """Whether a tool's request may begin with it."""
    return _ADDRESS.fullmatch(text) is not None


def is_variable(text: str) -> bool:
    """Whether it is written as the variables of a project are."""
    return _NAME.fullmatch(text) is not None


def _filled(url: str, variables: Any) -> str:
    """With the default of each variable of the server, as the document gives it."""
    given = variables if isinstance(variables, dict) else {}

    def default(found: re.Match[str]) -> str:
        about = given.get(found[1])
        value = about.get("default") if isinstance(about, dict) else None
        return value if isinstance(value, str) else found[0]

    return _VARIABLE.sub(default, url)
