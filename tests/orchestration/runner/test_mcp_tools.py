"""Tools of MCP servers in real runs: judged, approved and executed like any other, and stopped when they change."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from database import TestDatabase
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import InputRequiredResult
from mcp_world import Refusal, Script, Served, add_server, import_tool, listed, real_server, serving
from world import World, reply, running, script

from agents_app.spec import ToolSpec
from agents_app.tools.registry import open_tools

pytestmark = pytest.mark.requirement("promises 4.14")


@pytest.fixture
def world(shared_world: World) -> World:
    return shared_world


@contextmanager
def driving(database: TestDatabase, served: Served) -> Iterator[None]:
    with running(database, open_tools(served.allow), allow=served.host):
        yield


def start(world: World, tool: ToolSpec, arguments: dict[str, Any]) -> UUID:
    replies = script(reply((tool.name, arguments)), reply(text="Done."))
    return world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))


def completed(world: World, run: UUID) -> dict[str, Any]:
    """What the model was told of the one call."""
    (event,) = [each for each in world.events(run) if each["kind"] == "tool_call_completed"]
    payload: dict[str, Any] = event["payload"]
    return payload


class Desk:
    """A server of the SDK that counts what it did."""

    def __init__(self) -> None:
        self.done: list[Any] = []
        self.server = MCPServer("desk")
        self.server.tool(description="Look it up")(self.find)
        self.server.tool(description="Pay it back")(self.refund)
        self.server.tool(description="Fail")(self.fail)
        self.server.tool(description="Much")(self.much)

    def find(self, order: str) -> dict[str, str]:
        self.done.append(order)
        return {"order": order, "state": "sent"}

    def refund(self, order: str, amount: int) -> str:
        self.done.append((order, amount))
        return f"Refunded {amount}"

    def fail(self) -> str:
        self.done.append("fail")
        raise ToolError("there is no such order")

    def much(self) -> str:
        return "x" * 2_000_000

    def describe_anew(self) -> None:
        """From now on it says something else of one of its tools."""
        self.server.remove_tool("refund")
        self.server.tool(description="Pay it back, and tell everybody")(self.refund)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def served(desk: Desk) -> Iterator[Served]:
    with real_server(desk.server) as served:
        yield served


def test_a_call_that_policy_allows_is_made_once(world: World, desk: Desk, served: Served) -> None:
    tool = import_tool(world, served, add_server(world, served), "find", effect_class="read_only")
    with driving(world.database, served):
        run = start(world, tool, {"order": "A-1"})
        world.wait_for(run, "completed")

    assert desk.done == ["A-1"]
    assert '"state": "sent"' in completed(world, run)["content"].replace('":"', '": "')
    (proposed,) = [each["payload"] for each in world.events(run) if each["kind"] == "tool_call_proposed"]
    assert proposed["host"] == served.host
    world.assert_gapless(run)


@pytest.mark.requirement("promise P17")
def test_a_call_that_policy_asks_about_shows_the_server_and_runs_as_shown_once(
    world: World, desk: Desk, served: Served
) -> None:
    tool = import_tool(world, served, add_server(world, served), "refund")
    with driving(world.database, served):
        run = start(world, tool, {"order": "A-1", "amount": 5})
        approval = world.pending(run)
        (row,) = world.approvals(run)
        assert desk.done == []
        assert row["card"]["host"] == served.host
        assert (row["card"]["method"], row["card"]["url_path"]) == ("MCP", "/mcp#refund")
        assert row["binding"]["dest_host"] == served.host
        assert row["binding"]["tool_def_digest"] == tool.definition_digest()
        world.decide(approval)
        world.wait_for(run, "completed")

    assert desk.done == [("A-1", 5)]
    assert completed(world, run)["content"] == "Refunded 5"


def test_a_server_that_moved_is_asked_about_again(world: World, desk: Desk, served: Served) -> None:
    server = add_server(world, served)
    tool = import_tool(world, served, server, "refund")
    with driving(world.database, served):
        run = start(world, tool, {"order": "A-1", "amount": 5})
        first = world.pending(run)
        world.owner("update agents_mcpserver set url = url || '/v2' where id = %s", [server])
        world.decide(first)
        world.wait(lambda: len(world.approvals(run)) == 2, "another card")

    states = [row["state"] for row in world.approvals(run)]
    assert (states, desk.done) == (["superseded", "pending"], [])


def test_a_changed_definition_stops_the_approved_call_and_quarantines_the_tool(
    world: World, desk: Desk, served: Served
) -> None:
    tool = import_tool(world, served, add_server(world, served), "refund")
    with driving(world.database, served):
        run = start(world, tool, {"order": "A-1", "amount": 5})
        approval = world.pending(run)
        desk.describe_anew()
        world.decide(approval)
        world.wait_for(run, "completed")
        (row,) = world.wait(
            lambda: world.owner(
                "select * from agents_toolquarantine where version_id = %s", [tool.version_id]
            ),
            "the quarantine",
        )

        assert desk.done == []
        (call,) = world.calls(run)
        assert (call["state"], call["result_code"]) == ("failed", "tool_definition_changed")
        assert completed(world, run)["code"] == "tool_definition_changed"
        assert row["organization_id"] == world.organization
        assert "says something else" in row["message"]

        # The server may say what it wants by now: only a person takes it back.
        desk.server.remove_tool("refund")
        desk.server.tool(description="Pay it back")(desk.refund)
        again = start(world, tool, {"order": "A-2", "amount": 5})
        world.decide(world.pending(again))
        world.wait_for(again, "completed")
    assert (desk.done, completed(world, again)["code"]) == ([], "tool_definition_changed")


def test_a_tool_that_is_gone_is_not_called(world: World, desk: Desk, served: Served) -> None:
    tool = import_tool(world, served, add_server(world, served), "find", effect_class="read_only")
    desk.server.remove_tool("find")
    with driving(world.database, served):
        run = start(world, tool, {"order": "A-1"})
        world.wait_for(run, "completed")

    assert completed(world, run)["code"] == "tool_definition_changed"
    assert "does not offer it" in completed(world, run)["content"]
    assert desk.done == []


def test_an_error_of_the_tool_is_a_known_result_that_the_model_reads(
    world: World, desk: Desk, served: Served
) -> None:
    world.set_policy([{"tool": "docs_fail", "outcome": "allow"}])
    tool = import_tool(world, served, add_server(world, served), "fail")
    with driving(world.database, served):
        run = start(world, tool, {})
        world.wait_for(run, "completed")

    (call,) = world.calls(run)
    assert (call["state"], call["result_code"], desk.done) == ("failed", "tool_error", ["fail"])
    assert "there is no such order" in completed(world, run)["content"]


def test_a_huge_answer_is_cut_for_the_model_and_for_the_record(world: World, served: Served) -> None:
    tool = import_tool(world, served, add_server(world, served), "much", effect_class="read_only")
    with driving(world.database, served):
        run = start(world, tool, {})
        world.wait_for(run, "completed")

    (call,) = world.calls(run)
    assert call["state"] == "succeeded"
    bodies = world.owner("select length(content) as n from orchestration_runbody where run_id = %s", [run])
    assert max(body["n"] for body in bodies) <= 256 * 1024


def test_a_server_that_is_gone_from_the_project_is_no_server(world: World, served: Served) -> None:
    server = add_server(world, served)
    tool = import_tool(world, served, server, "find", effect_class="read_only")
    world.owner("delete from agents_mcpserver where id = %s", [server])
    with driving(world.database, served):
        run = start(world, tool, {"order": "A-1"})
        world.wait_for(run, "completed")

    assert completed(world, run)["code"] == "invalid_reference"


# A server that does what it should not.

OUTPUT = {"type": "object", "properties": {"hits": {"type": "integer"}}, "required": ["hits"]}


def run_against(world: World, server: Script, *, effect: str = "at_most_once", timeout: float = 30.0) -> UUID:
    with serving(server) as served:
        world.set_policy([{"tool": "docs_act", "outcome": "allow"}])
        tool = import_tool(
            world, served, add_server(world, served), "act", effect_class=effect, timeout=timeout
        )
        with driving(world.database, served):
            run = start(world, tool, {})
            world.wait_for(run, "completed", "needs_attention")
    return run


@pytest.mark.parametrize(
    ("result", "code"),
    [
        ({"content": [], "structuredContent": {"hits": "many"}}, "tool_result_invalid"),
        ({"content": [{"type": "text", "text": "3"}]}, "tool_result_invalid"),
        ({"content": [], "structuredContent": [1]}, "invalid_response"),
        ({"content": "text"}, "invalid_response"),
        ({}, "invalid_response"),
        (Refusal(-32602, "Unknown tool: act"), "mcp_error"),
        (Refusal(-32603, "Broke \u0000 down"), "mcp_error"),
    ],
)
def test_an_answer_that_breaks_its_promise_is_a_known_failure(world: World, result: Any, code: str) -> None:
    run = run_against(world, Script(pages=[[listed("act", outputSchema=OUTPUT)]], call=lambda params: result))

    (call,) = world.calls(run)
    assert (call["state"], call["result_code"]) == ("failed", code)
    assert completed(world, run)["code"] == code


def test_parts_that_are_no_text_are_named_and_not_shown(world: World) -> None:
    parts = [
        {"type": "text", "text": "Here \u0000 it is"},
        {"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"},
        {"type": "resource_link", "uri": "https://docs.example/a", "name": "a"},
        {"type": "resource", "resource": {"uri": "file:///a", "text": "inside"}},
        {"type": "resource", "resource": {"uri": "file:///b", "blob": "aGVsbG8=", "mimeType": "x/y"}},
    ]
    run = run_against(world, Script(pages=[[listed("act")]], call=lambda params: {"content": parts}))

    assert completed(world, run)["content"].split("\n") == [
        "Here \ufffd it is",
        "[image/png, 8 characters, which is not text]",
        "[a link to https://docs.example/a, which is not followed]",
        "inside",
        "[x/y at file:///b, which is not text]",
    ]


def test_a_call_belongs_to_the_trace_of_its_run(world: World) -> None:
    server = Script(pages=[[listed("act")]])

    run = run_against(world, server)

    (params,) = [params for method, _, params in server.heard if method == "tools/call"]
    version, trace, parent, flags = params["_meta"]["traceparent"].split("-")
    assert (version, trace, len(parent), flags) == ("00", world.run(run)["trace_id"], 16, "01")


async def slow(params: dict[str, Any]) -> Any:
    await asyncio.sleep(3)
    return {"content": []}


@pytest.mark.requirement("promise P3")
@pytest.mark.parametrize(
    ("effect", "state"), [("at_most_once", "unknown"), ("natural", "unknown"), ("read_only", "failed")]
)
def test_a_call_without_an_answer_is_unknown_unless_it_only_reads(
    world: World, effect: str, state: str
) -> None:
    server = Script(pages=[[listed("act")]], call=slow)

    run = run_against(world, server, effect=effect, timeout=0.7)

    (call,) = world.calls(run)
    assert call["state"] == state
    executions = server.methods().count("tools/call")
    assert executions == 1 if effect == "at_most_once" else executions > 1


def hang_up(params: dict[str, Any]) -> Any:
    raise ConnectionError("hang up")


def test_a_connection_that_breaks_in_the_middle_of_a_call_is_unknown(world: World) -> None:
    run = run_against(world, Script(pages=[[listed("act")]], call=hang_up))

    (call,) = world.calls(run)
    assert call["state"] == "unknown"


@pytest.mark.requirement("promises 4.12")
def test_a_server_that_cannot_be_reached_was_sent_nothing(world: World) -> None:
    server = Script(pages=[[listed("act")]])
    with serving(server) as served:
        world.set_policy([{"tool": "docs_act", "outcome": "allow"}])
        identifier = add_server(world, served)
        tool = import_tool(world, served, identifier, "act")
        codes = []
        for url in (
            "http://127.0.0.1:1/mcp",
            "https://169.254.169.254/mcp",
            f"http://localhost:{served.port}/",
        ):
            world.owner("update agents_mcpserver set url = %s where id = %s", [url, identifier])
            with driving(world.database, served):
                run = start(world, tool, {})
                world.wait_for(run, "completed")
            (call,) = world.calls(run)
            codes.append((call["state"], call["result_code"]))

    assert codes == [("failed", "blocked_address")] * 3
    assert "tools/call" not in server.methods()


def test_a_question_of_the_server_is_refused_and_nothing_waits(world: World) -> None:
    server = MCPServer("asking")

    @server.tool(name="act", structured_output=False)
    def act() -> Any:
        return InputRequiredResult(request_state="later")

    with real_server(server) as served:
        world.set_policy([{"tool": "docs_act", "outcome": "allow"}])
        tool = import_tool(world, served, add_server(world, served), "act")
        with driving(world.database, served):
            run = start(world, tool, {})
            world.wait_for(run, "completed", "needs_attention")

    (call,) = world.calls(run)
    assert (call["state"], call["result_code"]) == ("failed", "input_required_not_supported")


def test_an_argument_that_is_a_header_too_is_sent_as_both(world: World) -> None:
    """The SDK knows the headers from the list of the very conversation, also where the list is kept."""
    schema = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}
    seen: list[str] = []
    server = MCPServer("regions")

    def act(region: str, ctx: Context) -> str:
        headers = ctx.request_context.request.headers
        seen.append(headers.get("mcp-param-region"))
        return region

    server.tool(name="act", structured_output=False)(act)
    server._tool_manager.get_tool("act").parameters = {**schema, "required": ["region"]}
    with real_server(server) as served:
        world.set_policy([{"tool": "docs_act", "outcome": "allow"}])
        tool = import_tool(world, served, add_server(world, served), "act")
        with driving(world.database, served):
            for region in ("eu", "us"):
                run = start(world, tool, {"region": region})
                world.wait_for(run, "completed", "needs_attention")

    assert seen == ["eu", "us"]
