"""An address that no request would ever be let out to is refused when it is written down."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from agents_app.definition import Definition
from agents_app.mcp_address import judge_server, judge_server_key
from agents_app.model_address import judge_key_host
from agents_app.tool_address import judge_tool
from baton.egress.allow import AllowList
from baton.egress.errors import EgressError
from baton.egress.rule import judge_url


def check_addresses(definition: Definition, variables: Mapping[str, str], allow: AllowList) -> None:
    """Of tools with their variables, of models, of MCP servers. Raises EgressError naming the place."""
    for tool in definition.tools:
        if tool.http is None:
            continue
        with _naming(f"tools.{tool.name}.request"):
            judge_tool(tool.http, variables, allow)
    hosts = {credential.name: credential.host for credential in definition.credentials}
    for connection in definition.connections:
        if connection.base_url:
            with _naming(f"connections.{connection.name}.base_url"):
                judge_url(connection.base_url, allow)
        if connection.credential is not None:
            with _naming(f"connections.{connection.name}.credential"):
                host = hosts[connection.credential]
                judge_key_host(connection.provider, connection.base_url, connection.credential, host)
    _check_servers(definition, hosts, allow)


def _check_servers(definition: Definition, hosts: Mapping[str, str], allow: AllowList) -> None:
    for server in definition.mcp_servers:
        with _naming(f"mcp_servers.{server.name}.url"):
            judge_server(server.url, allow)
        if server.credential is not None:
            with _naming(f"mcp_servers.{server.name}.credential"):
                judge_server_key(server.url, server.credential, hosts[server.credential])


@contextmanager
def _naming(field: str) -> Iterator[None]:
    try:
        yield
    except EgressError as error:
        raise type(error)(f"{field}: {error.message}", field=field) from None
