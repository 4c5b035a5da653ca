"""Content as somebody gives it, as values or as text, checked against the rest of its project.

The caller holds the organization's scope.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from agents_app.definition.content import Checked, check_content, check_text
from agents_app.definition.diagnostics import Diagnostic
from agents_app.definition.document import MAX_CHARACTERS
from agents_app.definition.values import ToolDefinition
from agents_app.kinds import Kind
from agents_app.models import Variable
from agents_app.selectors.around import around_of
from agents_app.tool_address import judge_tool
from baton.core.errors import TooLarge
from baton.egress.allow import NOTHING, AllowList
from baton.egress.errors import EgressError


@dataclass(frozen=True, slots=True)
class Given:
    """Exactly one of the two forms."""

    content: Any = None
    text: str | None = None


def check_given(
    organization_id: UUID, project_id: UUID, kind: Kind, name: str, given: Given, allow: AllowList = NOTHING
) -> Checked:
    """What it says and everything that is wrong with it today. `allow` are the places that are reached
    although they are not public."""
    _refuse_large(given)
    around = around_of(organization_id, project_id, kind)
    if given.text is None:
        checked = check_content(kind, name, given.content, around)
    else:
        checked = check_text(kind, name, given.text, around)
    if checked.content is None and checked.value is not None:
        # Nothing but comments: the same as an empty object.
        checked = replace(checked, content={})
    is_tool = isinstance(checked.value, ToolDefinition) and isinstance(checked.content, dict)
    if is_tool and checked.value.http and "request" in checked.content:
        variables = Variable.objects.filter(organization_id=organization_id, project_id=project_id)
        return _with_address(checked, dict(variables.values_list("name", "value")), allow)
    return checked


def _refuse_large(given: Given) -> None:
    """Before it is turned into text, which takes much longer than reading it did."""
    size = len(json.dumps(given.content)) if given.text is None else len(given.text)
    if size > MAX_CHARACTERS:
        raise TooLarge("body_too_large", f"Content has at most {MAX_CHARACTERS} characters.")


def _with_address(checked: Checked, variables: Mapping[str, str], allow: AllowList) -> Checked:
    """The same with one problem more where no request of the tool would ever be let out."""
    if any(problem.pointer == "/request" for problem in checked.problems):
        return checked
    try:
        judge_tool(checked.value.http, variables, allow)
    except EgressError as error:
        lines = enumerate(checked.text.splitlines(), 1)
        line = next((number for number, text in lines if text.startswith("request:")), 1)
        problem = Diagnostic(error.code, error.message, line, 1, "/request")
        return replace(checked, problems=(*checked.problems, problem))
    return checked
