"""What the views of credentials, connections and variables share."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from rest_framework.response import Response

from agents_app.selectors.places import User, Users
from baton.api.pagination import PageOrder, read_page
from baton.api.preconditions import entity_tag
from baton.api.views import BatonView
from baton.core.errors import NotFound
from baton.egress.allow import AllowList
from baton.tenancy.scope import organization_scope

_BY_NAME = PageOrder(("name", "id"), descending=False)


class PlaceView(BatonView, ABC):
    """Reads rows with their users; what it changes, a service changes."""

    scopes = {}
    what: ClassVar[str] = ""

    @property
    def place(self) -> tuple[UUID, UUID]:
        """The organization and the project of the request."""
        return self.actor.organization_id, self.actor.project_id

    @property
    def allow(self) -> AllowList:
        """The places that are reached although they are not public."""
        return AllowList.parse(settings.BATON.baton_egress_allow)

    @property
    def environment_is_open(self) -> bool:
        """Whether organizations may name variables of the workers' environment."""
        return bool(settings.BATON.baton_secrets_from_environment)

    @abstractmethod
    def rows(self) -> "QuerySet[Any]":
        """All of the project."""

    @abstractmethod
    def users(self) -> Users:
        """What uses each, in the scope of the organization."""

    @abstractmethod
    def shown(self, row: Any, users: Users) -> dict[str, Any]:
        """One as it is answered."""

    def page(self) -> Response:
        """A page by name."""
        with organization_scope(self.actor.organization_id):
            rows: QuerySet[Any, dict[str, Any]] = self.rows().values(*_BY_NAME.fields)
            page = read_page(rows, self.values, list_name=self.what, order=_BY_NAME)
            by_id = self.rows().in_bulk([item["id"] for item in page["items"]])
            users = self.users() if by_id else {}
            # One that was deleted between the two reads is gone from both.
            ids = [item["id"] for item in page["items"] if item["id"] in by_id]
            page["items"] = [self.shown(by_id[each], users) for each in ids]
        return Response(page)

    def one(self, row_id: UUID) -> Response:
        """One with its version as `ETag`."""
        with organization_scope(self.actor.organization_id):
            row = self.rows().filter(id=row_id).first()
            if row is None:
                raise NotFound
            shown = self.shown(row, self.users())
        return Response(shown, headers={"ETag": entity_tag(shown["version"])})

    def created(self, response: Response, path: str) -> Response:
        """A 201 says where the new one is."""
        if response.status_code == 201:
            response["Location"] = f"{path}/{response.data['id']}"
            response["ETag"] = entity_tag(response.data["version"])
        return response


def users_of(users: Users, key: object) -> list[User]:
    return users.get(str(key), [])
