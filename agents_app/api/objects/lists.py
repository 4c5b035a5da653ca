"""REST: list objects of a kind, and make new ones."""

from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.objects.base import ObjectView
from agents_app.api.objects.bodies import DuplicateObject, NewObject, given_in
from agents_app.api.objects.words import Words
from agents_app.selectors.objects import rows_of
from agents_app.services.drafts.create_object import create_object
from agents_app.services.drafts.duplicate import duplicate
from baton.api.filters import ChoiceFilter, WordsFilter
from baton.api.idempotency import run_once
from baton.api.pagination import PAGE_FILTERS, PageOrder, read_page
from baton.api.preconditions import entity_tag
from baton.api.schema import describe
from baton.api.serializers import read_body
from baton.tenancy.scope import organization_scope

_BY_NAME = PageOrder(("name", "id"), descending=False)


class Truth(StrEnum):
    TRUE = "true"
    FALSE = "false"


def list_view(words: Words) -> type[ObjectView]:
    """`GET` and `POST` of all objects of a kind."""

    class Objects(ObjectView):
        kind = words.kind
        scopes = {"GET": words.table.read, "POST": words.table.edit}
        filters = {
            **PAGE_FILTERS,
            "q": WordsFilter("Those in whose name each of these words stands."),
            "archived": ChoiceFilter("`true`: also those that are archived.", Truth),
        }

        @describe(
            name=f"list_{words.many}", summary=f"List {words.many} by name", answer=words.summary, page=True
        )
        def get(self, request: Request) -> Response:
            with organization_scope(self.actor.organization_id):
                rows = self._wanted()
                keys: QuerySet[Any, dict[str, Any]] = rows.values(*_BY_NAME.fields)
                page = read_page(keys, self.values, list_name=words.many, order=_BY_NAME)
                by_id = rows.in_bulk([item["id"] for item in page["items"]])
                # One that was archived between the two reads is gone from both.
                ids = [item["id"] for item in page["items"] if item["id"] in by_id]
                page["items"] = self.lines([by_id[each] for each in ids])
            return Response(page)

        def _wanted(self) -> QuerySet[Any]:
            rows = rows_of(words.table, self.actor.organization_id, self.actor.project_id)
            if self.values.get("archived") != Truth.TRUE:
                rows = rows.filter(archived_at=None)
            for word in self.values.get("q", ()):
                rows = rows.filter(name__icontains=word)
            return rows

        @describe(
            name=f"create_{words.one}",
            summary=f"Create {words.a} with a draft",
            body=NewObject,
            answer=words.detail,
            status=201,
            errors=["already_exists", "invalid_name", "invalid_definition"],
            idempotent=True,
        )
        def post(self, request: Request) -> Response:
            """Nothing uses it before it is published. Its name is for good: duplicate it to change that."""
            body = read_body(request, NewObject)

            def create() -> dict[str, Any]:
                row = create_object(
                    actor=self.actor, kind=words.kind, name=body["name"], given=given_in(body)
                )
                return self.whole(row.id)[1]

            return _created(request, run_once(request, create), request.path)

    return Objects


def duplicate_view(words: Words) -> type[ObjectView]:
    """`POST` of a copy."""

    class Copies(ObjectView):
        kind = words.kind
        scopes = {"POST": words.table.edit}

        @describe(
            name=f"duplicate_{words.one}",
            summary=f"Duplicate {words.a} under another name",
            body=DuplicateObject,
            answer=words.detail,
            status=201,
            errors=["already_exists", "invalid_name"],
            idempotent=True,
        )
        def post(self, request: Request, **which: UUID) -> Response:
            """The copy is a draft of what the original's draft says, or its live version."""
            body = read_body(request, DuplicateObject)
            (object_id,) = which.values()

            def copy() -> dict[str, Any]:
                row = duplicate(actor=self.actor, kind=words.kind, object_id=object_id, name=body["name"])
                return self.whole(row.id)[1]

            path = request.path.removesuffix(f"/{object_id}/duplicate")
            return _created(request, run_once(request, copy), path)

    return Copies


def _created(request: Request, response: Response, path: str) -> Response:
    """Where the new object is, and the revision of its draft."""
    if response.status_code == 201:
        response["Location"] = f"{path}/{response.data['id']}"
        response["ETag"] = entity_tag(response.data["draft"]["revision"])
    return response
