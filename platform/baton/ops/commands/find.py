"""Finding a run or an approval by the beginning of its id."""

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any
from uuid import UUID

from baton.core.visible import visible
from baton.ops.client.api import Api
from baton.ops.client.errors import ClientError, ExitCode

_WHOLE = 36
_LOOKED_AT = 1000
_BEGINNING = re.compile(r"[0-9a-f-]{4,36}")


class NotFoundHere(ClientError):
    """The id given means nothing, or more than one thing."""

    exit_code = ExitCode.USAGE


def find_run(api: Api, given: str) -> str:
    """The id of the run that begins so. Raises NotFoundHere."""
    return _find("run", given, lambda: api.runs())


def find_approval(api: Api, given: str) -> str:
    """The id of the approval that begins so; a pending one is preferred to those that are over."""
    try:
        return _find("approval", given, lambda: api.approvals(state="pending"))
    except NotFoundHere:
        return _find("approval", given, lambda: api.approvals())


def _find(noun: str, given: str, list_them: Any) -> str:
    beginning = given.strip().lower()
    if len(beginning) == _WHOLE:
        try:
            return str(UUID(beginning))
        except ValueError:
            pass
    if not _BEGINNING.fullmatch(beginning):
        raise NotFoundHere(f"“{visible(given)}” is no id: write the id of the {noun}, or its beginning.")
    rows: Iterable[Mapping[str, Any]] = islice(list_them(), _LOOKED_AT)
    found = [str(row["id"]) for row in rows if str(row["id"]).startswith(beginning)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFoundHere(f"There is no {noun} whose id begins with {beginning}.")
    raise NotFoundHere(f"{len(found)} {noun}s begin with {beginning}: write more of the id.")
