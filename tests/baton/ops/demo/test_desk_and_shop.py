"""The desk, its scripted model and the shop fit each other: the whole demo but for the database."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from agents_app.arguments import CompiledSchema, parse_arguments
from agents_app.definition import Definition, read_definition
from agents_app.sentence import fill_sentence
from agents_app.spec import ToolSpec
from agents_app.tools.http.runner import HttpToolRunner
from baton.egress.allow import AllowList
from baton.ops.demo.bring_up import REFUND_DESK
from baton.ops.demo.first_run import MESSAGE
from baton.ops.demo.shop.counter import Counter
from baton.ops.demo.shop.ledger import Ledger
from baton.ops.demo.shop.server import Faults, ShopServer
from orchestration.engine.approvals import judge
from orchestration.engine.messages import Message
from orchestration.engine.ports import ToolError, ToolInvocation, ToolSchema
from orchestration.engine.states import Outcome
from orchestration.providers.scripted.refund_desk import refund_desk

MAX_TURNS = 6


class Desk:
    """The tool loop in its smallest form: every question is answered by `approve`."""

    def __init__(self, server: ShopServer, *, approve: bool = True) -> None:
        self.asked: list[str] = []
        self._definition: Definition = read_definition(REFUND_DESK.read_text())
        self._tools = {tool.name: self._spec(tool) for tool in self._definition.tools}
        self._server = server
        self._approve = approve

    async def answer(self, words: str) -> str:
        messages: list[Message] = [{"role": "user", "content": words}]
        schemas = [ToolSchema(t.name, t.description, t.input_schema) for t in self._tools.values()]
        runner = HttpToolRunner(AllowList.parse(self._server.url.removeprefix("http://")))
        try:
            for _ in range(MAX_TURNS):
                reply = refund_desk(messages, schemas)
                if not reply.calls:
                    return reply.text
                calls: list[Any] = [
                    {"id": call.provider_id, "name": call.name, "arguments": call.arguments}
                    for call in reply.calls
                ]
                messages.append({"role": "assistant", "content": None, "tool_calls": calls})
                for call in calls:
                    content = await self._call(runner, call)
                    messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
        finally:
            await runner.close()
        raise AssertionError("the desk never answered")

    async def _call(self, runner: HttpToolRunner, call: dict[str, str]) -> str:
        tool = self._tools[call["name"]]
        arguments = parse_arguments(call["arguments"], CompiledSchema(tool.input_schema))
        verdict = judge(self._definition.policy or (), tool, arguments)
        if verdict.outcome is Outcome.DENY:
            return "Policy does not allow this call."
        if verdict.outcome is Outcome.ASK:
            self.asked.append(fill_sentence(tool.sentence, tool.name, arguments))
            if not self._approve:
                return "A person rejected this call. Reason: the jacket was a gift."
        invocation = ToolInvocation(
            call_id=call["id"],
            idempotency_key=f"tc_{call['id']}",
            tool=tool,
            arguments=arguments,
            variables={"SHOP_URL": self._server.url},
            credential=None,
            timeout=10,
        )
        try:
            return (await runner.run(invocation)).content
        except ToolError as error:
            return error.message

    def _spec(self, tool: Any) -> ToolSpec:
        return ToolSpec(
            tool_id=tool.name,
            version_id=tool.name,
            version=1,
            name=tool.name,
            description=tool.description,
            input_schema=tool.input_schema,
            effect_class=tool.effect_class,
            sentence=tool.sentence,
            http=tool.http,
        )


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopServer]:
    ledger = Ledger(tmp_path / "refunds.jsonl")
    server = ShopServer(0, Counter(ledger), Faults())
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()
    ledger.close()


def paid(tmp_path: Path) -> list[tuple[str, str]]:
    lines = (tmp_path / "refunds.jsonl").read_text().splitlines()
    return [(line["order"], line["amount"]) for line in map(json.loads, lines)]


@pytest.mark.parametrize(
    ("words", "asked", "refunds", "said"),
    [
        (
            "My jacket from order NL-1042 arrived damaged, I want my money back.",
            ["Refund EUR 240 for order NL-1042"],
            [("NL-1042", "240.00")],
            "R-0001",
        ),
        (MESSAGE, ["Refund EUR 310 for order NL-1051"], [("NL-1051", "310.00")], "R-0001"),
        ("The socks of NL-1043 have a hole, please refund them.", [], [("NL-1043", "38.00")], "R-0001"),
        ("Please refund order NL-1045, it does not fit.", [], [], "NL-1045"),
        ("Please refund order NL-1046.", [], [], "NL-1046"),
        ("Please refund order NL-1047.", [], [], "NL-1047"),
        ("The tent of NL-1044 arrived torn, I want a refund.", [], [], "NL-1044"),
        ("Please refund order NL-9999.", [], [], "NL-9999"),
        ("Where is my order NL-1046?", [], [], "NL-1046"),
        ("Hello, I want my money back!", [], [], "order number"),
    ],
)
def test_the_desk_answers_a_customer(
    shop: ShopServer, tmp_path: Path, words: str, asked: list[str], refunds: list[tuple[str, str]], said: str
) -> None:
    desk = Desk(shop)

    answer = asyncio.run(desk.answer(words))

    assert desk.asked == asked
    assert paid(tmp_path) == refunds
    assert said in answer


def test_after_a_rejection_it_explains_and_pays_nothing(shop: ShopServer, tmp_path: Path) -> None:
    desk = Desk(shop, approve=False)

    answer = asyncio.run(desk.answer("My jacket from order NL-1042 arrived damaged, I want a refund."))

    assert desk.asked == ["Refund EUR 240 for order NL-1042"]
    assert paid(tmp_path) == []
    assert "the jacket was a gift" in answer


def test_a_second_customer_message_about_a_refunded_order_pays_nothing_more(
    shop: ShopServer, tmp_path: Path
) -> None:
    words = "My jacket from order NL-1042 arrived damaged, I want a refund."
    asyncio.run(Desk(shop).answer(words))

    answer = asyncio.run(Desk(shop).answer(words))

    assert "already" in answer
    assert paid(tmp_path) == [("NL-1042", "240.00")]
