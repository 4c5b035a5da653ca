"""An address that no request would ever be let out to is refused when it is written down.

Names are not resolved here: where they lead today says nothing about tomorrow, and each request asks again.
"""

import re
from collections.abc import Mapping

from agents_app.definition import Definition
from baton.egress.allow import AllowList
from baton.egress.errors import EgressError
from baton.egress.rule import judge_url

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def check_addresses(definition: Definition, variables: Mapping[str, str], allow: AllowList) -> None:
    """Of tools, the project's variables filled in, and of models. Raises EgressError naming the place."""
    for tool in definition.tools:
        _check(_filled(tool.http.url, variables), allow, f"tools.{tool.name}.request")
    for connection in definition.connections:
        if connection.base_url:
            _check(connection.base_url, allow, f"connections.{connection.name}.base_url")


def _filled(template: str, variables: Mapping[str, str]) -> str:
    """As a request would be sent, with an argument that is harmless."""
    return _PLACEHOLDER.sub(lambda found: variables.get(found[1], "x").rstrip("/"), template)


def _check(url: str, allow: AllowList, field: str) -> None:
    try:
        judge_url(url, allow)
    except EgressError as error:
        raise type(error)(f"{field}: {error.message}", field=field) from None
