"""Reading a file from elsewhere: as strictly as any definition, and nothing in it reaches outside.

A definition that an operator publishes may read variables from the environment; a file that comes over REST
may not, otherwise its author would choose what of the server's own settings they get to see.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from agents_app.definition import Definition, Diagnostic, InvalidDefinition, gather_definition
from agents_app.definition.diagnostics import Findings, Position, escape
from agents_app.definition.document import Node, find, read_document
from agents_app.mcp_address import judge_server, judge_server_key
from agents_app.model_address import judge_address, judge_key_host
from agents_app.tool_address import judge_tool
from baton.core.errors import BatonError
from baton.egress.allow import AllowList

MAX_CHARACTERS = 1024 * 1024


def read_bundle(text: str, allow: AllowList) -> tuple[Definition, Node]:
    """What the file says, and its places. Raises InvalidDefinition with every problem and where it is."""
    findings = Findings()
    try:
        node = read_document(text, findings, MAX_CHARACTERS)
        definition = gather_definition(node, None, findings)
        assert node is not None
        _look_outside(definition, node, allow, findings)
        findings.raise_if_any()
    except InvalidDefinition as error:
        raise InvalidDefinition(tuple(map(_named, error.diagnostics))) from None
    return definition, node


def _look_outside(definition: Definition, node: Node, allow: AllowList, findings: Findings) -> None:
    for variable in definition.variables:
        if variable.from_environment is not None:
            message = f"The variable '{variable.name}' needs a value: an import reads no environment."
            findings.add("variable_missing", message, place_in(node, ("variables", variable.name)))
    values = {each.name: each.value or "" for each in definition.variables}
    if any(each.from_environment is not None for each in definition.variables):
        return  # what is not known cannot be judged, and is told already
    for tool in definition.tools:
        if tool.http is None:
            continue
        with _noting(findings, place_in(node, ("tools", tool.name, "request"))):
            judge_tool(tool.http, values, allow)
    hosts = {credential.name: credential.host for credential in definition.credentials}
    for each in definition.connections:
        with _noting(findings, place_in(node, ("connections", each.name, "base_url"))):
            judge_address(each.provider, each.base_url, allow)
        if each.credential in hosts:
            with _noting(findings, place_in(node, ("connections", each.name, "credential"))):
                judge_key_host(each.provider, each.base_url, each.credential, hosts[each.credential])
    for server in definition.mcp_servers:
        with _noting(findings, place_in(node, ("mcp_servers", server.name, "url"))):
            judge_server(server.url, allow)
        if server.credential in hosts:
            with _noting(findings, place_in(node, ("mcp_servers", server.name, "credential"))):
                judge_server_key(server.url, server.credential, hosts[server.credential])


@contextmanager
def _noting(findings: Findings, at: Position) -> Iterator[None]:
    try:
        yield
    except BatonError as error:
        findings.add(error.code, error.message, at)


def place_in(node: Node, place: Sequence[str]) -> Position:
    """Where the file says it, or what is around it."""
    return find(node, "".join(f"/{escape(part)}" for part in place))


def _named(problem: Diagnostic) -> Diagnostic:
    """What no version of the format knows is told by the name that imports have for it."""
    if problem.code != "unknown_field":
        return problem
    return Diagnostic("unknown_construct", problem.message, problem.line, problem.column, problem.pointer)
