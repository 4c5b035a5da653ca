"""The call of a tool on an MCP server, pinned to what the server said of the tool when it was imported."""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from agents_app.definition.document import find, to_plain
from agents_app.definition.reader import Reader
from agents_app.definition.servers import LONGEST_TIMEOUT, USUAL_TIMEOUT
from agents_app.schemas import check_foreign_schema
from agents_app.spec import McpSpec
from baton.core.errors import BatonError

REMOTE_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,128}")
"""What the protocol allows a tool to be called."""
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


def read_mcp_call(tool: Reader, servers: Collection[str]) -> McpSpec | None:
    """`mcp: {server: docs, tool: search, definition: <digest>}`, and its `output_schema`."""
    section = tool.section("mcp")
    timeout = tool.seconds("timeout", USUAL_TIMEOUT)
    if timeout > LONGEST_TIMEOUT:
        tool.add("invalid_value", f"At most {LONGEST_TIMEOUT} s.", tool.at_key("timeout"))
    if section is None:
        return None
    server = section.text("server", required=True)
    if server and server not in servers:
        section.add("unknown_reference", f"There is no MCP server '{server}' here.", section.at_key("server"))
    name = section.text("tool", required=True)
    if name and not REMOTE_NAME.fullmatch(name):
        message = f"{name[:150]!r} is no name of a tool of a server."
        section.add("invalid_name", message, section.at_key("tool"))
    digest = section.text("definition", required=True)
    if digest and not _DIGEST.fullmatch(digest):
        message = "'definition' is the digest of what the server said, 64 hex digits; import the tool for it."
        section.add("invalid_value", message, section.at_key("definition"))
    schema = _output_schema(section)
    section.refuse_unknown()
    return McpSpec(
        server=server, tool=name, definition_digest=digest, output_schema=schema, timeout_seconds=timeout
    )


def _output_schema(section: Reader) -> Mapping[str, Any] | None:
    node = section.node("output_schema")
    if node is None:
        return None
    try:
        return check_foreign_schema(to_plain(node))
    except BatonError as error:
        section.add(error.code, error.message, find(node, error.field or ""))
        return None
