"""MCP servers in the definition file: read, published, written again, and no program is ever started."""

import pytest
from people import People

from agents_app.bundle.contents import project_contents
from agents_app.bundle.text import bundle_text
from agents_app.definition import InvalidDefinition, read_definition
from agents_app.services.publish_definition import publish_definition
from baton.egress.errors import EgressError
from baton.tenancy.scope import organization_scope

TEXT = """
baton: 1
credentials:
  docs_key: {host: docs.example, prefix: "Bearer "}
mcp_servers:
  docs: {url: "https://docs.example/mcp", credential: docs_key, trusted: true, timeout: 10s}
  plain: {url: "https://plain.example/mcp"}
"""


def publish(people: People, text: str) -> list[str]:
    published = publish_definition(
        actor=people.alice.actor, project_id=people.north.project_id, definition=read_definition(text)
    )
    return [str(change) for change in published.changes]


def test_a_file_makes_servers_and_an_export_writes_them(people: People) -> None:
    changes = publish(people, TEXT)

    assert changes == ["credential docs_key", "mcp_server docs", "mcp_server plain"]
    with organization_scope(people.north.organization_id):
        contents = project_contents(people.north.organization_id, people.north.project_id)
    assert contents["mcp_servers"] == {
        "docs": {
            "url": "https://docs.example/mcp",
            "credential": "docs_key",
            "trusted": True,
            "timeout": "10s",
        },
        "plain": {"url": "https://plain.example/mcp"},
    }
    assert publish(people, bundle_text(contents)) == []


@pytest.mark.parametrize(
    ("server", "code"),
    [
        ("{command: npx, args: [server]}", "transport_not_allowed"),
        ('{url: "https://docs.example/mcp", transport: stdio}', "transport_not_allowed"),
        ('{url: "ftp://docs.example"}', "invalid_url"),
        ('{url: "https://docs.example/mcp", credential: none}', "unknown_reference"),
        ('{url: "https://docs.example/mcp", timeout: 1h}', "invalid_value"),
        ('{url: "https://docs.example/mcp", trusted: "yes"}', "wrong_type"),
        ('{url: "https://docs.example/mcp", headers: {a: b}}', "unknown_field"),
        ("{}", "required"),
    ],
)
def test_what_is_no_server_is_told_with_its_place(server: str, code: str) -> None:
    with pytest.raises(InvalidDefinition) as refused:
        read_definition(f"baton: 1\nmcp_servers:\n  docs: {server}\n")

    assert [problem.code for problem in refused.value.diagnostics] == [code]
    assert refused.value.diagnostics[0].line == 3


@pytest.mark.parametrize(
    "text",
    [
        "baton: 1\nmcp_servers: {docs: {url: 'https://10.0.0.1/mcp'}}\n",
        TEXT.replace("host: docs.example", "host: other.example"),
    ],
)
def test_an_address_or_a_key_that_would_never_leave_is_refused(people: People, text: str) -> None:
    with pytest.raises(EgressError) as refused:
        publish(people, text)

    assert refused.value.field in ("mcp_servers.docs.url", "mcp_servers.docs.credential")
