"""Addresses of agents, below the version's."""

from django.urls import URLPattern, path

from agents_app.api.views import Agents, OneAgent

urlpatterns: list[URLPattern] = [
    path("agents", Agents.as_view()),
    path("agents/<uuid:agent_id>", OneAgent.as_view()),
]
