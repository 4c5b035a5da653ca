"""A call by hand, as it is made of what was read: pure."""

import pytest

from agents_app.definition import content
from agents_app.definition.values import CredentialDefinition
from agents_app.kinds import Kind
from agents_app.spec import McpSpec, ToolSpec
from baton.core.errors import Unprocessable
from baton.core.hiding import spellings
from baton.egress.allow import NOTHING
from orchestration.engine.ports import CredentialValue
from orchestration.tries.project_secrets import ProjectSecrets
from orchestration.tries.tool_call import Around, ToolCall, make_call, spec_of

CANARY = "canary-of-calls-01"
FIND = {
    "description": "Find",
    "effect": "read_only",
    "request": "GET https://shop.example/orders",
    "credential": "shop",
}


def call_with(*, said: str, stored: str) -> ToolCall:
    """The tool was read with one header of its credential, the credential itself with another."""
    known = {"shop": CredentialDefinition("shop", "shop.example", said, "")}
    checked = content.check_content(Kind.TOOL, "find", FIND, content.Around(credentials=known))
    assert checked.problems == ()
    value = CredentialValue("shop", "shop.example", stored, CANARY, "Bearer ")
    around = Around(
        place={"organization": "o", "project": "p"},
        variables={},
        rules=(),
        secrets=ProjectSecrets({"shop": "c"}, {"shop": value}, spellings([CANARY])),
        allow=NOTHING,
    )
    return make_call(spec_of(checked.value, "", {"shop": "c"}), {}, around, "0-1")


@pytest.mark.requirement("promise P30")
@pytest.mark.parametrize(
    ("said", "stored"), [("X-Key", "X-Key"), ("Authorization", "X-Key"), ("x-key", "AUTHORIZATION")]
)
def test_the_value_of_a_credential_is_not_shown_while_it_moves_to_another_header(
    said: str, stored: str
) -> None:
    call = call_with(said=said, stored=stored)

    assert call.request.headers[stored.lower()] == f"Bearer {CANARY}"
    assert CANARY not in str(call.headers)
    assert not {said.lower(), stored.lower()} & call.headers.keys()


def test_a_tool_of_a_server_is_not_tried_by_hand() -> None:
    mcp = McpSpec(server="docs", tool="find", definition_digest="a" * 64)
    tool = ToolSpec(
        tool_id="t",
        version_id="v",
        version=1,
        name="docs_find",
        description="Find",
        input_schema={"type": "object"},
        mcp=mcp,
    )
    around = Around(place={}, variables={}, rules=(), secrets=ProjectSecrets({}, {}, ()), allow=NOTHING)

    with pytest.raises(Unprocessable) as refused:
        make_call(tool, {}, around, "c1")

    assert (refused.value.code, refused.value.field) == ("invalid_value", "content")
