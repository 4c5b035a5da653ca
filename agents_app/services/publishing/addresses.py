"""An address that no request would ever be let out to is refused when it is written down.

Names are not resolved here: where they lead today says nothing about tomorrow, and each request asks again.
"""

import re
from collections.abc import Iterator, Mapping

from agents_app.definition import Definition
from baton.egress.allow import AllowList
from baton.egress.errors import EgressError
from baton.egress.rule import judge_url

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def check_addresses(definition: Definition, variables: Mapping[str, str], allow: AllowList) -> None:
    """Of tools, the project's variables filled in, and of models. Raises EgressError naming the place."""
    for place, error in refused_addresses(definition, variables, allow):
        field = ".".join(place)
        raise type(error)(f"{field}: {error.message}", field=field)


def refused_addresses(
    definition: Definition, variables: Mapping[str, str], allow: AllowList
) -> Iterator[tuple[tuple[str, ...], EgressError]]:
    """Every one that no request would be let out to: where it stands in the definition, and why."""
    for tool in definition.tools:
        yield from _refusal(_filled(tool.http.url, variables), allow, ("tools", tool.name, "request"))
    for connection in definition.connections:
        if connection.base_url:
            yield from _refusal(connection.base_url, allow, ("connections", connection.name, "base_url"))


def _filled(template: str, variables: Mapping[str, str]) -> str:
    """As a request would be sent, with an argument that is harmless."""
    return _PLACEHOLDER.sub(lambda found: variables.get(found[1], "x").rstrip("/"), template)


def _refusal(
    url: str, allow: AllowList, place: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], EgressError]]:
    try:
        judge_url(url, allow)
    except EgressError as error:
        yield place, error
