"""MCP servers in the definition file: read, published, written again, and no program is ever started."""

import pytest
from people import People

from agents_app.bundle.contents import project_contents
from agents_app.bundle.text import bundle_text
from agents_app.definition import InvalidDefinition, read_definition
from agents_app.models import ToolVersion
from agents_app.selectors.places import mcp_servers_of, users_of_mcp_servers
from agents_app.services.places.mcp_servers import delete_mcp_server, edit_mcp_server
from agents_app.services.publish_definition import publish_definition
from baton.core.errors import Conflict
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


TOOL = """
tools:
  docs_search:
    description: Search
    mcp: {server: docs, tool: search, definition: %s, output_schema: {type: object}}
"""


def test_a_tool_of_a_server_goes_with_it_and_keeps_it(people: People) -> None:
    text = TEXT + TOOL % ("a" * 64)

    assert publish(people, text)[-1] == "tool docs_search version 1"

    place = (people.north.organization_id, people.north.project_id)
    with organization_scope(people.north.organization_id):
        contents = project_contents(*place)
        row = mcp_servers_of(*place).get(name="docs")
        assert [user.name for user in users_of_mcp_servers(*place)[str(row.id)]] == ["docs_search"]
        spec = ToolVersion.objects.get().spec
    assert spec["mcp"]["server_id"] == str(row.id)
    assert publish(people, bundle_text(contents)) == []
    with pytest.raises(Conflict) as refused:
        delete_mcp_server(actor=people.alice.actor, server_id=row.id, seen=row.version)
    assert refused.value.code == "in_use"
    with pytest.raises(Conflict):
        edit_mcp_server(actor=people.alice.actor, server_id=row.id, seen=row.version, edit={"name": "other"})
    assert publish(people, TEXT + TOOL % ("b" * 64))[-1] == "tool docs_search version 2"
