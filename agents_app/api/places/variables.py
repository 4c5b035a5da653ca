"""REST: variables, the settings that tools' addresses refer to."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.places.base import PlaceView, users_of
from agents_app.api.places.serializers import EditVariable, NewVariable, VariableShown
from agents_app.api.places.shapes import show_variable
from agents_app.models import Variable
from agents_app.selectors.places import Users, users_of_variables, variables_of
from agents_app.services.places.variables import create_variable, delete_variable, edit_variable
from baton.api.idempotency import run_once
from baton.api.pagination import PAGE_FILTERS
from baton.api.preconditions import required_version
from baton.api.schema import describe
from baton.api.serializers import read_body

_REFUSED = ["host_not_allowed", "blocked_address", "invalid_url"]


class VariableView(PlaceView):
    """Base of both."""

    scopes = {}
    what = "variables"

    def rows(self) -> "QuerySet[Variable]":
        """All of the project."""
        return variables_of(*self.place)

    def users(self) -> Users:
        """By name."""
        return users_of_variables(*self.place)

    def shown(self, row: Variable, users: Users) -> dict[str, Any]:
        """One, with its value."""
        return show_variable(row, users_of(users, row.name))


class Variables(VariableView):
    """The variables of a project."""

    scopes = {"GET": "agents:read", "POST": "agents:edit"}
    filters = {**PAGE_FILTERS}

    @describe(name="list_variables", summary="List variables by name", answer=VariableShown, page=True)
    def get(self, request: Request) -> Response:
        return self.page()

    @describe(
        name="create_variable",
        summary="Create a variable",
        body=NewVariable,
        answer=VariableShown,
        status=201,
        errors=["already_exists", *_REFUSED],
        idempotent=True,
    )
    def post(self, request: Request) -> Response:
        """Everybody who may read the project sees its value: it is no place for a secret."""
        given = read_body(request, NewVariable)

        def create() -> dict[str, Any]:
            row = create_variable(
                actor=self.actor, name=given["name"], value=given["value"], allow=self.allow
            )
            return self.shown(row, self.users())

        return self.created(run_once(request, create), request.path)


class OneVariable(VariableView):
    """A variable."""

    scopes = {"GET": "agents:read", "PATCH": "agents:edit", "DELETE": "agents:edit"}

    @describe(name="get_variable", summary="Get a variable", answer=VariableShown)
    def get(self, request: Request, variable_id: UUID) -> Response:
        return self.one(variable_id)

    @describe(
        name="edit_variable",
        summary="Give a variable another value",
        body=EditVariable,
        answer=VariableShown,
        errors=["already_exists", "in_use", *_REFUSED],
        if_match=True,
    )
    def patch(self, request: Request, variable_id: UUID) -> Response:
        """Calls that wait for a decision are asked about again where they would go elsewhere."""
        given = read_body(request, EditVariable)
        edit_variable(
            actor=self.actor,
            variable_id=variable_id,
            seen=required_version(request),
            value=given["value"],
            name=given.get("name"),
            allow=self.allow,
        )
        return self.one(variable_id)

    @describe(
        name="delete_variable",
        summary="Delete a variable that no tool uses",
        answer=None,
        status=204,
        errors=["in_use"],
        if_match=True,
    )
    def delete(self, request: Request, variable_id: UUID) -> Response:
        """What uses it is named in `details.used_by`."""
        delete_variable(actor=self.actor, variable_id=variable_id, seen=required_version(request))
        return Response(status=204)
