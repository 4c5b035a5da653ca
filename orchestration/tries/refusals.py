"""How a try is refused that could not be a call."""

from agents_app.arguments import InvalidArguments
from baton.core.errors import Unprocessable


def unusable_arguments(error: InvalidArguments) -> Unprocessable:
    """Arguments that do not fit the tool, each problem with its place in them."""
    problems = [{"path": each.path, "message": each.message} for each in error.problems]
    return Unprocessable("invalid_value", error.message, field="arguments", details={"problems": problems})
