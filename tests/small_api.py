"""A small REST API of projects, only for tests of the toolkit: every hook of `baton.api` once."""

import time
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.fields import InstantField, TextField, TruthField, WholeNumberField
from baton.api.filters import ChoicesFilter, NumberFilter, TextFilter, UuidFilter
from baton.api.idempotency import run_once
from baton.api.pagination import PAGE_FILTERS, PageOrder, read_page
from baton.api.preconditions import entity_tag, require_current, required_version
from baton.api.schema import describe
from baton.api.serializers import NoBody, StrictSerializer, read_body
from baton.api.views import BatonView
from baton.audit.record import record
from baton.core.errors import BatonError, Conflict, NotFound, TooMany
from baton.tenancy.models import Project
from baton.tenancy.roles import Role
from baton.tenancy.scope import organization_scope
from baton.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500"]


class Limits(StrictSerializer):
    steps = WholeNumberField(min_value=1, max_value=100)
    strict = TruthField(required=False)


class NewProject(StrictSerializer):
    name = TextField(max_length=120)
    slug = TextField(max_length=60)
    limits = Limits(required=False)
    starts_at = InstantField(required=False)
    made = serializers.CharField(read_only=True)


class ProjectShown(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class Projects(BatonView):
    scopes = {"GET": "agents:read", "POST": "agents:edit"}
    filters = {
        **PAGE_FILTERS,
        "slug": TextFilter("Exactly this slug."),
        "role": ChoicesFilter("Roles.", Role),
        "number": NumberFilter("A number.", 0, 10),
        "project": UuidFilter("Exactly this project."),
    }

    @describe(name="list_projects", summary="List projects", answer=ProjectShown, page=True)
    def get(self, request: Request) -> Response:
        with organization_scope(self.actor.organization_id):
            rows = Project.objects.values("id", "name", "slug")
            if "slug" in self.values:
                rows = rows.filter(slug=self.values["slug"])
            order = PageOrder(("name", "id"), descending=False)
            return Response(read_page(rows, self.values, list_name="projects", order=order))

    @describe(
        name="make_project",
        summary="Make a project",
        body=NewProject,
        answer=ProjectShown,
        status=201,
        errors=["already_exists"],
        idempotent=True,
    )
    def post(self, request: Request) -> Response:
        given = read_body(request, NewProject)

        def make() -> dict[str, Any]:
            if given["slug"] == "slow":
                time.sleep(3)
            project = Project.objects.create(
                organization_id=self.actor.organization_id, name=given["name"], slug=given["slug"]
            )
            record(actor=self.actor, action="projects:make", object_kind="project", object_id=project.id)
            if given["name"] == "refused":
                raise Conflict("run_not_waiting", "Refused after the work was begun.", field="name")
            if given["name"] == "later":
                raise TooMany("queue_full", "Full for now.", retry_after=3)
            if given["name"] == "broken":
                raise ZeroDivisionError
            return {"id": project.id, "name": project.name, "made_at": project.created_at}

        return run_once(request, make)


class OneProject(BatonView):
    scopes = {"GET": "agents:read", "PATCH": "agents:edit"}

    @describe(name="get_project", summary="Get a project", answer=ProjectShown)
    def get(self, request: Request, project_id: str) -> Response:
        with organization_scope(self.actor.organization_id):
            project = Project.objects.filter(id=project_id).values("id", "name").first()
        if project is None:
            raise NotFound
        return Response(project, headers={"ETag": entity_tag(7)})

    @describe(
        name="change_project", summary="Change a project", body=NoBody, answer=ProjectShown, if_match=True
    )
    def patch(self, request: Request, project_id: str) -> Response:
        read_body(request, NoBody)
        require_current(required_version(request), 7)
        return Response({"id": project_id, "name": "changed"})


class Failing(BatonView):
    scopes = {"GET": "agents:read"}

    @extend_schema(exclude=True)
    def get(self, request: Request, kind: str) -> Response:
        _fail(kind)
        return Response({})


def failing_page(request: HttpRequest, kind: str) -> HttpResponse:
    _fail(kind)
    return HttpResponse("fine")


def _fail(kind: str) -> None:
    match kind:
        case "database":
            raise OperationalError("connection to server at 10.0.0.1 failed")
        case "query":
            with connection.cursor() as cursor:
                cursor.execute("select 'x'::int")
        case "read-only":
            with connection.cursor() as cursor:
                cursor.execute("begin read only; create temp table t (x int)")
        case "missing":
            raise Http404("no secret reasons")
        case "denied":
            raise PermissionDenied
        case "suspicious":
            raise SuspiciousOperation
        case "known":
            raise BatonError("run_ended", "The run has ended.")
        case "unknown":
            raise ZeroDivisionError("a secret")


urlpatterns = [
    path("api/v1/projects", Projects.as_view()),
    path("api/v1/projects/<uuid:project_id>", OneProject.as_view()),
    path("api/v1/failing/<kind>", Failing.as_view()),
    path("failing/<kind>", failing_page),
    path("", include("baton.urls")),
]
