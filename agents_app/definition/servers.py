"""The MCP servers of a definition: where the tools of others are reached."""

from collections.abc import Collection, Iterator

from agents_app.definition.diagnostics import Findings
from agents_app.definition.places import check_place_name
from agents_app.definition.reader import Reader
from agents_app.definition.values import McpServerDefinition

TRANSPORT = "streamable_http"
"""The only one. A server over stdio would be a program that a tenant starts on the worker."""
MAX_URL = 500
LONGEST_TIMEOUT = 120
USUAL_TIMEOUT = 30


def read_mcp_servers(
    section: Reader | None, credentials: Collection[str], findings: Findings
) -> Iterator[McpServerDefinition]:
    """`docs: {url: https://..., credential: docs_key, timeout: 30s, trusted: true}`."""
    for entry in section.entries() if section else ():
        check_place_name(entry, "MCP server", findings)
        reader = Reader(entry.node, f"MCP server '{entry.key}'", findings)
        transport = reader.text("transport", TRANSPORT)
        reader.expect("command", "args", "env")
        if transport != TRANSPORT or reader.has("command"):
            message = f"An MCP server is reached over {TRANSPORT}; Baton starts no program for it."
            at = reader.at_key("command" if reader.has("command") else "transport")
            reader.add("transport_not_allowed", message, at)
        url = reader.text("url", required=not reader.has("command"))
        if url and (len(url) > MAX_URL or not url.startswith(("https://", "http://"))):
            reader.add("invalid_url", f"{url[:100]!r} is no http address.", reader.at_key("url"))
        credential = reader.text("credential") or None
        if credential and credential not in credentials:
            message = f"There is no credential '{credential}' in this file."
            reader.add("unknown_reference", message, reader.at_key("credential"))
        timeout = reader.seconds("timeout", USUAL_TIMEOUT)
        if timeout > LONGEST_TIMEOUT:
            reader.add("invalid_value", f"At most {LONGEST_TIMEOUT} s.", reader.at_key("timeout"))
        is_trusted = reader.truth("trusted", default=False)
        reader.refuse_unknown()
        yield McpServerDefinition(entry.key, url, credential, is_trusted, timeout)
