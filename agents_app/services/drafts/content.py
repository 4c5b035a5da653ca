"""What of a content can be kept in a draft, and how one is refused that cannot be published."""

from collections.abc import Sequence
from typing import Any

from agents_app.definition.content import Checked
from agents_app.definition.diagnostics import Diagnostic
from baton.core.errors import Unprocessable

_LOST = frozenset(
    {
        "anchor_not_allowed",
        "definition_too_large",
        "duplicate_key",
        "invalid_character",
        "invalid_key",
        "invalid_number",
        "invalid_yaml",
        "several_documents",
        "tag_not_allowed",
        "too_deep",
        "unsafe_integer",
    }
)
"""What content cannot hold: kept without it, the text that comes back would be another."""


def content_to_keep(checked: Checked) -> dict[str, Any]:
    """The content for a draft, which may be wrong or incomplete; refused is what it could not hold."""
    lost = [problem for problem in checked.problems if problem.code in _LOST]
    if lost or not isinstance(checked.content, dict):
        raise invalid_definition(lost or checked.problems)
    return checked.content


def invalid_definition(problems: Sequence[Diagnostic]) -> Unprocessable:
    """Content that cannot become a version, with everything that is wrong with it."""
    message = str(problems[0]) if problems else "This is no content of a definition."
    details = {"problems": [problem.to_json() for problem in problems]}
    return Unprocessable("invalid_definition", message, details=details)
