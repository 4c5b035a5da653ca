"""The fingerprint of a call: which tool with which arguments, whatever the spelling of the JSON."""

from collections.abc import Mapping
from typing import Any

from baton.core.canonical import canonical_digest


def fingerprint_of(tool: str, arguments: Mapping[str, Any]) -> str:
    """`arguments` were validated, so they have a canonical form."""
    return canonical_digest([tool, dict(arguments)])
