"""The base of views of objects with drafts and versions."""

from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from rest_framework.response import Response

from agents_app.api.shapes import shipped_prices, show_agent, show_summary
from agents_app.kinds import Kind
from agents_app.selectors import agent_detail
from agents_app.selectors.objects import Found, find_object
from agents_app.selectors.shown import detail, summaries
from baton.api.preconditions import entity_tag
from baton.api.views import BatonView
from baton.core.errors import NotFound
from baton.egress.allow import AllowList
from baton.tenancy.scope import organization_scope


class ObjectView(BatonView):
    """About one kind; the address names the object by its id, unless a project has only one."""

    scopes = {}
    kind: ClassVar[Kind]

    @property
    def allow(self) -> AllowList:
        """The places that tools reach although they are not public."""
        return AllowList.parse(settings.BATON.baton_egress_allow)

    def find(self, object_id: UUID | None) -> Found:
        """The object; inside the organization's scope."""
        found = find_object(self.kind, self.actor.organization_id, self.actor.project_id, object_id)
        if found is None:
            raise NotFound
        return found

    def whole(self, object_id: UUID | None) -> tuple[Found, dict[str, Any]]:
        """Everything about the object; inside the organization's scope."""
        place = (self.actor.organization_id, self.actor.project_id)
        found = self.find(object_id)
        shown = detail(found, *place, self.allow)
        if self.kind is Kind.AGENT:
            agent = agent_detail(*place, found.row.id)
            assert agent is not None
            shown |= show_agent(agent)
        if self.kind is Kind.PRICES:
            shown["shipped"] = shipped_prices()
        return found, shown

    def show(self, object_id: UUID | None) -> Response:
        """The object as it is now, with the revision of its draft as `ETag`."""
        with organization_scope(self.actor.organization_id):
            found, shown = self.whole(object_id)
        return Response(shown, headers={"ETag": entity_tag(found.revision)})

    def lines(self, rows: list[Any]) -> list[dict[str, Any]]:
        """Objects as lines of a list; inside the organization's scope."""
        items = summaries(self.kind, self.actor.organization_id, self.actor.project_id, rows)
        for item in items:
            agent = item.pop("agent", None)
            if agent is not None:
                item |= show_summary(agent)
        return items


def object_id_of(which: dict[str, UUID]) -> UUID | None:
    """The id in the address, whatever its kind calls it."""
    return next(iter(which.values()), None)
