"""Whether the address of a tool is one that a request would ever be let out to, as far as its text says."""

import re
from collections.abc import Mapping

from agents_app.spec import HttpSpec
from baton.egress.allow import AllowList
from baton.egress.rule import judge_url

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def judge_tool(http: HttpSpec, variables: Mapping[str, str], allow: AllowList) -> None:
    """Raise EgressError where no request would be let out, whatever its arguments.

    Names are not resolved here: where they lead today says nothing about tomorrow, and each request asks
    again.
    """
    judge_url(_filled(http.url, variables), allow)


def _filled(template: str, variables: Mapping[str, str]) -> str:
    """As a request would be sent, with an argument that is harmless."""
    return _PLACEHOLDER.sub(lambda found: variables.get(found[1], "x").rstrip("/"), template)
