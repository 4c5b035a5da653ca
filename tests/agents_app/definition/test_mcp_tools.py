"""Tools of MCP servers in the definition file: read, written again, and each mistake with its place."""

from typing import Any

import pytest

from agents_app.definition import InvalidDefinition, read_definition
from agents_app.definition.content import Around, check_content, content_of
from agents_app.kinds import Kind
from agents_app.spec import ToolSpec

CALL: dict[str, Any] = {"server": "docs", "tool": "search.all", "definition": "a1" * 32}
CONTENT: dict[str, Any] = {
    "description": "Search the documentation",
    "effect": "read_only",
    "arguments": {"query": {"type": "string"}},
    "mcp": {**CALL, "output_schema": {"type": "object", "required": ["hits"]}},
    "timeout": "10s",
}
AROUND = Around(mcp_servers=("docs",))


def problems(content: dict[str, Any]) -> list[tuple[str, str]]:
    checked = check_content(Kind.TOOL, "docs_search", content, AROUND)
    return [(problem.code, problem.pointer) for problem in checked.problems]


def test_a_tool_of_a_server_is_read_and_written_as_it_was() -> None:
    value = check_content(Kind.TOOL, "docs_search", CONTENT, AROUND).value

    assert (value.http, value.credential, value.mcp.tool) == (None, None, "search.all")
    spec = ToolSpec(
        tool_id="t",
        version_id="v",
        version=1,
        name=value.name,
        description=value.description,
        input_schema=value.input_schema,
        effect_class=value.effect_class,
        mcp=value.mcp,
    )
    assert content_of(Kind.TOOL, spec.to_json()) == CONTENT
    assert problems(CONTENT) == []


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ({"mcp": {**CALL, "server": "wiki"}}, "unknown_reference", "/mcp/server"),
        ({"mcp": {**CALL, "tool": "a b"}}, "invalid_name", "/mcp/tool"),
        ({"mcp": {**CALL, "definition": "x"}}, "invalid_value", "/mcp/definition"),
        ({"mcp": {**CALL, "url": "https://x.example"}}, "unknown_field", "/mcp/url"),
        ({"mcp": {"server": "docs", "tool": "search"}}, "required", "/mcp/definition"),
        (
            {"mcp": {**CALL, "output_schema": {"$ref": "https://x.example"}}},
            "schema_remote_reference",
            "/mcp/output_schema/$ref",
        ),
        ({"timeout": "10m"}, "invalid_value", "/timeout"),
        ({"credential": "key"}, "unknown_field", "/credential"),
        ({"body": "all"}, "unknown_field", "/body"),
        ({"request": "GET https://x.example/"}, "ambiguous", "/mcp"),
    ],
)
def test_each_mistake_is_told_with_its_place(changes: dict[str, Any], code: str, pointer: str) -> None:
    assert problems({**CONTENT, **changes}) == [(code, pointer)]


def test_a_tool_names_a_server_of_its_own_file() -> None:
    tool = "tools: {t: {description: d, mcp: {server: docs, tool: t, definition: " + "a" * 64 + "}}}\n"

    with pytest.raises(InvalidDefinition) as refused:
        read_definition("baton: 1\n" + tool)

    assert [problem.code for problem in refused.value.diagnostics] == ["unknown_reference"]
    known = read_definition("baton: 1\nmcp_servers: {docs: {url: 'https://docs.example/'}}\n" + tool)
    assert known.tools[0].mcp is not None
    assert known.tools[0].mcp.server == "docs"
