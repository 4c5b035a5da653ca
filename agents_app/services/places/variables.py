"""Make, edit and delete variables. Whoever changes where tools go changes it for the next call."""

import re
from uuid import UUID

from agents_app.definition.places import MAX_VARIABLE, VARIABLE_NAME
from agents_app.models import ToolVersion, Variable
from agents_app.selectors.places import users_of_variables, variables_of
from agents_app.services.places.editing import change, note, refuse_used, rename, take, take_name
from agents_app.spec import ToolSpec
from agents_app.tool_address import judge_tool
from baton.core.errors import Unprocessable
from baton.egress.allow import NOTHING, AllowList
from baton.egress.errors import EgressError
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

SCOPE = "agents:edit"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def create_variable(*, actor: Actor, name: str, value: str, allow: AllowList = NOTHING) -> Variable:
    """A new variable; `allow` are the places that are reached although they are not public."""
    actor.require(SCOPE)
    _check(name, value)
    with organization_scope(actor.organization_id):
        take_name(actor, name, variables_of(actor.organization_id, actor.project_id))
        _judge(actor, name, value, allow)
        row = Variable.objects.create(
            organization_id=actor.organization_id, project_id=actor.project_id, name=name, value=value
        )
        note(actor, "variable", "create", row, value=value)
    return row


def edit_variable(
    *,
    actor: Actor,
    variable_id: UUID,
    seen: int,
    value: str,
    name: str | None = None,
    allow: AllowList = NOTHING,
) -> Variable:
    """The variable as it is afterwards. Refused is a value with which a tool that uses it reaches nothing."""
    actor.require(SCOPE)
    place = (actor.organization_id, actor.project_id)
    with organization_scope(actor.organization_id):
        row = take(actor, variables_of(*place), variable_id, seen)
        name = row.name if name is None else name
        _check(name, value)
        rename(actor, row, name, variables_of(*place), users_of_variables(*place).get(row.name, []))
        _judge(actor, name, value, allow)
        before = row.value
        if change(row, {"name": name, "value": value}):
            note(actor, "variable", "edit", row, before=before, value=value)
    return row


def delete_variable(*, actor: Actor, variable_id: UUID, seen: int) -> None:
    """Delete the variable, unless a tool uses it."""
    actor.require(SCOPE)
    with organization_scope(actor.organization_id):
        row = take(actor, variables_of(actor.organization_id, actor.project_id), variable_id, seen)
        users = users_of_variables(actor.organization_id, actor.project_id)
        refuse_used(f"The variable '{row.name}'", users.get(row.name, []))
        note(actor, "variable", "delete", row, value=row.value)
        row.delete()


def _check(name: str, value: str) -> None:
    if not VARIABLE_NAME.fullmatch(name):
        raise Unprocessable("invalid_value", "A variable is written LIKE_THIS.", field="name")
    if len(value) > MAX_VARIABLE or _UNPRINTABLE.search(value):
        message = f"A value has at most {MAX_VARIABLE} characters and no control character."
        raise Unprocessable("invalid_value", message, field="value")


def _judge(actor: Actor, name: str, value: str, allow: AllowList) -> None:
    """By the newest version of each tool that uses it, with the other variables as they are."""
    users = users_of_variables(actor.organization_id, actor.project_id).get(name, [])
    rows = variables_of(actor.organization_id, actor.project_id)
    variables = {**dict(rows.values_list("name", "value")), name: value}
    versions = ToolVersion.objects.filter(
        organization_id=actor.organization_id, tool_id__in=[user.id for user in users]
    )
    for stored in versions.order_by("tool_id", "-number").distinct("tool_id").values_list("spec", flat=True):
        tool = ToolSpec.model_validate(stored)
        if tool.http is None:
            continue
        try:
            judge_tool(tool.http, variables, allow)
        except EgressError as error:
            raise type(error)(f"The tool '{tool.name}' uses it: {error.message}", field="value") from None
