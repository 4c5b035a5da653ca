"""How a try is refused that could not be a call."""

from typing import Final

from agents_app.arguments import InvalidArguments
from baton.core.errors import Unprocessable

_OWN_CODES: Final = frozenset({"unsafe_integer", "invalid_character"})


def unusable_arguments(error: InvalidArguments) -> Unprocessable:
    """Arguments that do not fit the tool, each problem with its place in them."""
    problems = [{"path": each.path, "message": each.message} for each in error.problems]
    code = error.code if error.code in _OWN_CODES else "invalid_value"
    return Unprocessable(code, error.message, field="arguments", details={"problems": problems})
