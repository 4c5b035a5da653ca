"""Content as somebody gives it, as values or as text, checked against the rest of its project."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from agents_app.definition.content import Checked, check_content, check_text
from agents_app.definition.diagnostics import Diagnostic
from agents_app.kinds import Kind
from agents_app.selectors.around import around_of
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


@dataclass(frozen=True, slots=True)
class Given:
    """Exactly one of the two forms."""

    content: Any = None
    text: str | None = None


def check_given(organization_id: UUID, project_id: UUID, kind: Kind, name: str, given: Given) -> Checked:
    """What it says and everything that is wrong with it today."""
    around = around_of(organization_id, project_id, kind)
    if given.text is None:
        return check_content(kind, name, given.content, around)
    checked = check_text(kind, name, given.text, around)
    if checked.content is None and checked.value is not None:
        # Nothing but comments: the same as an empty object.
        return Checked({}, checked.text, checked.value, checked.problems)
    return checked


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
