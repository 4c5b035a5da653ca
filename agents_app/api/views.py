"""REST: read agents. They are defined in a file for now and published with it."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.serializers import AgentDetail, AgentSummary
from agents_app.api.shapes import show_agent, show_summary
from agents_app.models import Agent
from agents_app.selectors import agent_detail, agents_of, summarise_agents
from baton.api.pagination import PAGE_FILTERS, PageOrder, read_page
from baton.api.schema import describe
from baton.api.views import BatonView
from baton.core.errors import NotFound
from baton.tenancy.scope import organization_scope

_BY_NAME = PageOrder(("name", "id"), descending=False)


class Agents(BatonView):
    """The agents of a project that are not archived."""

    scopes = {"GET": "agents:read"}
    filters = {**PAGE_FILTERS}

    @describe(name="list_agents", summary="List agents by name", answer=AgentSummary, page=True)
    def get(self, request: Request) -> Response:
        with organization_scope(self.actor.organization_id):
            agents = agents_of(self.actor.organization_id, self.actor.project_id)
            rows: QuerySet[Agent, dict[str, Any]] = agents.values(*_BY_NAME.fields)
            page = read_page(rows, self.values, list_name="agents", order=_BY_NAME)
            by_id = agents.in_bulk([item["id"] for item in page["items"]])
            in_order = [by_id[item["id"]] for item in page["items"]]
            summaries = summarise_agents(self.actor.organization_id, in_order)
            page["items"] = [show_summary(summary) for summary in summaries]
        return Response(page)


class OneAgent(BatonView):
    """An agent."""

    scopes = {"GET": "agents:read"}

    @describe(name="get_agent", summary="Get an agent with its tools and limits", answer=AgentDetail)
    def get(self, request: Request, agent_id: UUID) -> Response:
        with organization_scope(self.actor.organization_id):
            detail = agent_detail(self.actor.organization_id, self.actor.project_id, agent_id)
        if detail is None:
            raise NotFound
        return Response(show_agent(detail))
