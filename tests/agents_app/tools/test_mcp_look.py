"""Looking at an MCP server: every tool usable or dropped with its reason, in both eras, through the one door."""

import asyncio
from typing import Any

import pytest
from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from mcp_world import Script, Served, listed, real_server, serving

from agents_app.tools.mcp.conversation import Door
from agents_app.tools.mcp.failure import McpFailure
from agents_app.tools.mcp.listing import MOST_PAGES, MOST_TOOLS, look_at
from agents_app.tools.mcp.offered import Offer
from baton.egress.allow import NOTHING, AllowList
from orchestration.engine.ports import CredentialValue, ServerPlace

pytestmark = pytest.mark.requirement("promises 4.14")


def look(served: Served, credential: CredentialValue | None = None, **place: Any) -> Offer:
    return asyncio.run(look_at(Door(served.allow), served.place(**place), credential))


def offer_of(*tools: Any) -> Offer:
    with serving(Script(pages=[list(tools)])) as served:
        return look(served)


def docs() -> MCPServer:
    server = MCPServer("docs")

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    def search(query: str) -> dict[str, int]:
        """Search the documentation"""
        return {query: 1}

    @server.tool()
    def drop_all() -> str:
        return "gone"

    return server


def test_a_server_of_the_newest_era_is_read() -> None:
    with real_server(docs()) as served:
        offer = look(served)

    assert [tool.name for tool in offer.tools] == ["search", "drop_all"]
    search = offer.tools[0]
    assert search.description == "Search the documentation"
    assert search.input_schema["required"] == ["query"]
    assert search.input_schema["additionalProperties"] is False
    assert search.output_schema is not None
    assert search.output_schema["type"] == "object"
    assert search.hints == {"readOnlyHint": True}
    assert (offer.dropped, offer.is_complete) == ((), True)


def test_a_server_of_the_older_era_is_read_page_by_page() -> None:
    script = Script(pages=[[listed("a")], [listed("b")], [listed("c")]])
    with serving(script) as served:
        offer = look(served)

    assert [tool.name for tool in offer.tools] == ["a", "b", "c"]
    assert offer.is_complete
    assert script.methods() == [
        "server/discover",
        "initialize",
        "notifications/initialized",
        *["tools/list"] * 3,
    ]


def test_the_digest_is_of_all_that_a_server_says_and_of_nothing_else() -> None:
    plain = listed("a", description="Find it")
    changes: list[dict[str, Any]] = [
        {"description": "Find it."},
        {"title": "A"},
        {"inputSchema": {"type": "object", "properties": {"x": {}}}},
        {"outputSchema": {"type": "object"}},
        {"annotations": {"readOnlyHint": True}},
    ]
    same = {"_meta": {"a": 1}, "icons": [], "title": None}

    digests = [offer_of({**plain, **change}).tools[0].definition_digest for change in ({}, same, *changes)]

    assert digests[0] == digests[1]
    assert len(set(digests[1:])) == len(changes) + 1


def deep(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "array", "items": schema}
    return {"type": "object", "properties": {"x": schema}}


def with_header(**argument: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"x": {"x-mcp-header": "X-Region", "type": "string", **argument}}}


@pytest.mark.parametrize(
    ("tool", "code"),
    [
        (listed("calendar.update event"), "invalid_name"),
        (listed("a/b"), "invalid_name"),
        (listed(""), "invalid_name"),
        (listed("x" * 129), "invalid_name"),
        ({"inputSchema": {"type": "object"}}, "invalid_name"),
        ({"name": 7, "inputSchema": {"type": "object"}}, "invalid_name"),
        ("tool", "invalid_tool"),
        (None, "invalid_tool"),
        ({"name": "a"}, "schema_not_an_object"),
        (listed("a", None), "schema_not_an_object"),
        (listed("a", {"type": "array"}), "schema_root_not_object"),
        (listed("a", {"oneOf": [{"type": "object"}, {"type": "object"}]}), "schema_root_combination"),
        (listed("a", {"type": "object", "properties": {"x": {"type": "wrong"}}}), "schema_invalid"),
        (
            listed("a", {"type": "object", "properties": {"x": {"$ref": "https://evil.example/"}}}),
            "schema_remote_reference",
        ),
        (
            listed("a", {"type": "object", "properties": {"x": {"type": "string", "pattern": "(a+)+$"}}}),
            "schema_pattern_unsafe",
        ),
        (listed("a", deep(40)), "schema_too_deep"),
        (
            listed("a", {"type": "object", "properties": {"x": {"description": "y" * 40_000}}}),
            "schema_too_large",
        ),
        (listed("a", {"type": "object", "properties": {"a b": {}}}), "invalid_argument_name"),
        (listed("a", description="x" * 4_001), "too_large"),
        (listed("a", description=["x"]), "invalid_tool"),
        (listed("a", annotations="read only"), "invalid_tool"),
        (listed("a", outputSchema={"$ref": "https://evil.example/"}), "schema_remote_reference"),
        (listed("a", outputSchema="x"), "schema_not_an_object"),
        (listed("a", with_header(type="number")), "invalid_header"),
        (listed("a", with_header(**{"x-mcp-header": "a b"})), "invalid_header"),
        (listed("a", {"type": "object", "x-mcp-header": "A"}), "invalid_header"),
        (listed("a", description=2**70), "invalid_tool"),
        (listed("a", {"type": "object", "properties": {"x": {"maximum": 2**70}}}), "schema_invalid"),
    ],
)
def test_a_tool_that_cannot_be_used_is_named_with_its_reason_and_the_others_stay(
    tool: Any, code: str
) -> None:
    offer = offer_of(listed("first"), tool, listed("last"))

    assert [each.name for each in offer.tools] == ["first", "last"]
    assert [each.code for each in offer.dropped] == [code]
    assert offer.dropped[0].message


def test_of_two_of_one_name_the_first_counts() -> None:
    offer = offer_of(listed("a", description="1"), listed("a", description="2"))

    assert [tool.description for tool in offer.tools] == ["1"]
    assert [(each.name, each.code) for each in offer.dropped] == [("a", "duplicate_name")]


def test_a_schema_of_an_older_dialect_is_read_as_one_of_the_newest() -> None:
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"x": {}}}

    offer = offer_of(listed("a", schema), listed("b", {**schema, "$schema": "https://odd.example/"}))

    assert [tool.name for tool in offer.tools] == ["a"]
    assert [each.code for each in offer.dropped] == ["schema_dialect"]


def test_what_nobody_sees_in_a_description_is_told() -> None:
    offer = offer_of(listed("a", description="Find\u202e it"), listed("b", description="Two\nlines"))

    assert [tool.notes for tool in offer.tools] == [("It holds U+202E, which nobody sees.",), ()]


def test_an_endless_list_is_read_to_its_bound_and_no_further() -> None:
    endless = Script(pages=[[listed("a")]] * (MOST_PAGES + 5))
    circle = Script(pages=[[listed("a")], [listed("b")]] * 3, next_cursor=lambda page: "1")
    many = Script(pages=[[listed(f"t{n}") for n in range(MOST_TOOLS + 1)]])
    found = []
    for script in (endless, circle, many):
        with serving(script) as served:
            found.append(look(served, timeout=30.0))

    assert [offer.is_complete for offer in found] == [False, False, False]
    assert endless.methods().count("tools/list") == MOST_PAGES
    assert circle.methods().count("tools/list") == 2
    assert len(found[2].tools) == MOST_TOOLS


@pytest.mark.parametrize(
    ("script", "code", "answered"),
    [
        (Script(status=401), "mcp_error", True),
        (Script(status=500), "mcp_error", True),
        (Script(status=502), "mcp_error", False),
        (Script(status=307, headers={"location": "http://127.0.0.1:1/mcp"}), "redirect_refused", True),
        (Script(status=307, headers={"location": "/other"}), "redirect_refused", True),
        (Script(pages=[["x" * 5_000_000]]), "response_too_large", True),
        (Script(next_cursor=lambda page: 7, pages=[[], []]), "invalid_response", True),
    ],
)
def test_what_a_server_refuses_or_garbles_is_told_by_a_code(
    script: Script, code: str, answered: bool
) -> None:
    with serving(script) as served, pytest.raises(McpFailure) as refused:
        look(served)

    assert (refused.value.code, refused.value.answered) == (code, answered)


@pytest.mark.requirement("promises 4.12")
@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://169.254.169.254/mcp", "blocked_address"),
        ("https://10.0.0.1/mcp", "blocked_address"),
        ("http://docs.example/mcp", "host_not_allowed"),
        ("https://inside.example/mcp", "blocked_address"),
        ("https://nowhere.example/mcp", "connection_failed"),
    ],
)
def test_an_address_is_judged_again_when_it_is_used(url: str, code: str) -> None:
    class Resolver:
        async def resolve(self, host: str) -> tuple[str, ...]:
            return ("10.0.0.7",) if host == "inside.example" else ()

    with pytest.raises(McpFailure) as refused:
        asyncio.run(look_at(Door(NOTHING, Resolver()), ServerPlace("s", "docs", url), None))

    assert (refused.value.code, refused.value.sent) == (code, False)


def test_a_server_that_does_not_listen_was_sent_nothing() -> None:
    with pytest.raises(McpFailure) as refused:
        asyncio.run(
            look_at(
                Door(AllowList.parse("127.0.0.1:1")), ServerPlace("s", "docs", "http://127.0.0.1:1/"), None
            )
        )

    assert (refused.value.code, refused.value.sent) == ("connection_failed", False)


def test_every_request_carries_the_key_and_no_other_host_gets_it() -> None:
    script = Script(pages=[[listed("a")]])
    with serving(script) as served:
        key = CredentialValue("k", served.host, "Authorization", "canary-7781", "Bearer ")
        look(served, key)
        with pytest.raises(McpFailure) as refused:
            look(served, CredentialValue("k", "other.example", "Authorization", "canary-7781", "Bearer "))

    assert {headers.get("authorization") for _, headers, _ in script.heard} == {"Bearer canary-7781"}
    assert (refused.value.code, refused.value.sent) == ("host_not_allowed", False)
    assert "canary" not in repr(key)
