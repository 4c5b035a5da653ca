"""One call of a tool by hand, made exactly as a run would make it. Pure.

It is what would be sent, what policy says of it, and a digest over all that is shown, so that what is sent is
what was shown.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from agents_app.arguments import CompiledSchema, parse_arguments
from agents_app.definition.values import ToolDefinition
from agents_app.sentence import fill_sentence
from agents_app.spec import CredentialRef, PolicyRule, ToolSpec
from agents_app.tools.http.request import build_request
from baton.core.canonical import canonical_digest
from baton.core.errors import Unprocessable
from baton.egress.allow import AllowList
from baton.egress.exchange import Request
from baton.egress.rule import Destination, judge_url
from orchestration.engine.approvals import Verdict, judge
from orchestration.engine.ports import CredentialValue, ToolInvocation
from orchestration.tries.project_secrets import ProjectSecrets
from orchestration.tries.slots import SECONDS

DIGEST_VERSION: Final = 1
_KEY_HEADER: Final = "idempotency-key"
_WHEN_SENT: Final = "(made when it is sent)"
"""Stands for the value of a header that each sending makes anew; it is no part of what the digest means."""
_NO_VALUE: Final = "none"
"""Takes the place of a value that is not there, so that the request can be shown; nothing is sent with it."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that could be sent now. `has_secret` False: the value of its credential is not here."""

    invocation: ToolInvocation
    request: Request
    destination: Destination
    verdict: Verdict
    digest: str
    has_secret: bool

    @property
    def sentence(self) -> str:
        """What a person would decide by."""
        tool = self.invocation.tool
        return fill_sentence(tool.sentence, tool.name, self.invocation.arguments)

    @property
    def headers(self) -> dict[str, str]:
        """Those that anybody may see: all but the credential's."""
        return _shown_headers(self.request, self.invocation)

    @property
    def body(self) -> str | None:
        """The JSON that is sent."""
        return None if self.request.body is None else self.request.body.decode()


@dataclass(frozen=True, slots=True)
class Around:
    """What a call depends on besides its tool and arguments: the project as it is now."""

    place: Mapping[str, str]
    """Organization and project, so that a digest is worth nothing elsewhere."""
    variables: Mapping[str, str]
    rules: tuple[PolicyRule, ...]
    secrets: ProjectSecrets
    allow: AllowList


def spec_of(definition: ToolDefinition, tool_id: str, credential_ids: Mapping[str, str]) -> ToolSpec:
    """The definition as a version would store it, before there is one."""
    credential = definition.credential
    if credential is not None:
        update = {"credential_id": credential_ids.get(credential.name, "")}
        credential = credential.model_copy(update=update)
    return ToolSpec(
        tool_id=tool_id,
        version_id="",
        version=0,
        name=definition.name,
        description=definition.description,
        input_schema=definition.input_schema,
        effect_class=definition.effect_class,
        risk=definition.risk,
        sentence=definition.sentence,
        http=definition.http,
        mcp=definition.mcp,
        credential=credential,
    )


def make_call(tool: ToolSpec, given: Any, around: Around, call_id: str) -> ToolCall:
    """The call with these arguments. Raises InvalidArguments, and EgressError where no request can be made of
    them or none would be let out."""
    if tool.http is None:
        message = "A tool of an MCP server is tried in a run: there is no one request to show."
        raise Unprocessable("invalid_value", message, field="content")
    arguments = parse_arguments(json.dumps(given), CompiledSchema(tool.input_schema))
    credential = around.secrets.value_of(tool.credential)
    invocation = ToolInvocation(
        call_id=call_id,
        idempotency_key=f"try_{call_id.replace('-', '')}",
        tool=tool,
        arguments=arguments,
        variables=around.variables,
        credential=credential or _placeholder(tool.credential),
        timeout=min(SECONDS, tool.timeout_seconds),
    )
    request = build_request(invocation)
    destination = judge_url(request.url, around.allow)
    return ToolCall(
        invocation=invocation,
        request=request,
        destination=destination,
        verdict=judge(around.rules, tool, arguments),
        digest=_digest(invocation, request, destination, around.place),
        has_secret=tool.credential is None or credential is not None,
    )


def _placeholder(reference: CredentialRef | None) -> CredentialValue | None:
    if reference is None:
        return None
    return CredentialValue(reference.name, reference.host, reference.header, _NO_VALUE)


def _shown_headers(request: Request, invocation: ToolInvocation) -> dict[str, str]:
    """The value stands where the credential says; the tool says another, where that moved while we read."""
    secret = {each.header.lower() for each in (invocation.credential, invocation.tool.credential) if each}
    return {
        name: _WHEN_SENT if name == _KEY_HEADER else value
        for name, value in sorted(request.headers.items())
        if name not in secret
    }


def _digest(
    invocation: ToolInvocation, request: Request, destination: Destination, place: Mapping[str, str]
) -> str:
    """Over everything that is shown and everything that decides where it goes."""
    credential = invocation.tool.credential
    return canonical_digest(
        {
            "v": DIGEST_VERSION,
            **place,
            "tool": invocation.tool.definition(),
            "arguments": invocation.arguments,
            "method": request.method,
            "url": request.url,
            "host": destination.authority,
            "headers": _shown_headers(request, invocation),
            "body": None if request.body is None else request.body.decode(),
            "credential": credential.to_json() if credential else None,
        }
    )
