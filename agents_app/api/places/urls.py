"""Addresses of credentials, connections, capabilities, MCP servers and variables, below the version's."""

from django.urls import URLPattern, path

from agents_app.api.places.capabilities import ModelCapabilities
from agents_app.api.places.connections import Connections, OneConnection
from agents_app.api.places.credentials import Credentials, OneCredential
from agents_app.api.places.mcp_servers import McpServers, OneMcpServer
from agents_app.api.places.variables import OneVariable, Variables

urlpatterns: list[URLPattern] = [
    path("capabilities", ModelCapabilities.as_view()),
    path("connections", Connections.as_view()),
    path("connections/<uuid:connection_id>", OneConnection.as_view()),
    path("credentials", Credentials.as_view()),
    path("credentials/<uuid:credential_id>", OneCredential.as_view()),
    path("mcp-servers", McpServers.as_view()),
    path("mcp-servers/<uuid:mcp_server_id>", OneMcpServer.as_view()),
    path("variables", Variables.as_view()),
    path("variables/<uuid:variable_id>", OneVariable.as_view()),
]
