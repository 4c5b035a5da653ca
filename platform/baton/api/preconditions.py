"""`If-Match`: a change names the version it was made from, so nobody overwrites what they have not seen."""

import re

from rest_framework.request import Request

from baton.core.errors import Precondition

_ENTITY_TAG = re.compile(r'"?([0-9]{1,18})"?', re.ASCII)


def required_version(request: Request) -> int:
    """The version in `If-Match: "7"`. Raises Precondition when there is none, or none that could match."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Precondition("precondition_required", 'Send the version you have seen: If-Match: "<version>".')
    match = _ENTITY_TAG.fullmatch(header.strip())
    if match is None:
        raise Precondition("version_conflict", f"If-Match {header[:40]!r} names no version.")
    return int(match.group(1))


def require_current(seen: int, current: int) -> None:
    """Raise Precondition, naming the current version, unless it is the one that was seen."""
    if seen != current:
        raise Precondition(
            "version_conflict", f"Version {seen} was changed meanwhile.", details={"version": current}
        )


def entity_tag(version: int) -> str:
    """The value of `ETag` for a version."""
    return f'"{version}"'
