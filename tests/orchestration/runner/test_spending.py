"""What a run used and cost: the same in its events, its rows and its counters, whatever the provider did."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from spending import assert_spending_adds_up, of_row
from stack import model_server
from world import World, reply, running, script

from agents_app.prices import Price, PriceList
from agents_app.spec import Fallback
from orchestration.engine.events import Record
from orchestration.engine.ports import ModelError, ModelReply, Usage
from orchestration.engine.projection import fold
from orchestration.engine.view import CostView, NextModel, RunView, UsageView
from orchestration.runner.effects import ModelResult
from orchestration.runner.spent import spent_on

PRICE = {"provider": "openai_chat", "model": "echo", "from": "2026-01-01", "currency": "USD"}
MONEY = {"input": "2.50", "cached": "1.25", "output": "10"}
SCRIPTED = PRICE | MONEY | {"provider": "scripted", "model": "scripted"}


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    with model_server() as address:
        yield address


@pytest.fixture
def world(shared_world: World) -> World:
    return shared_world


def ask(world: World, model: str, scenario: str) -> RunView:
    """A run whose one question meets that."""
    address = f"{model}/{scenario}&key={world.project.hex}/v1"
    connection = world.add_connection("openai_chat", script="", base_url=address)
    run = world.start(world.add_agent(connection=connection, model="echo"), "hello")
    with running(world.database, allow=model.removeprefix("http://")):
        world.wait_for(run, "completed", "failed")
    rows = world.owner("select connection_id, model from orchestration_attempt where run_id = %s", [run])
    assert {(row["connection_id"], row["model"]) for row in rows} == {(connection, "echo")}
    return assert_spending_adds_up(world, run)


@pytest.mark.requirement("features I12")
def test_a_try_that_the_provider_refused_is_not_owed_for(world: World, model: str) -> None:
    world.set_prices([PRICE | MONEY])

    view = ask(world, model, "fault=rate_limited&times=1&retry_after=0")

    refused, answered = view.steps[0].attempts
    assert (refused.code, refused.usage, refused.cost) == ("provider_rate_limited", None, CostView())
    assert (refused.provider, refused.model) == ("openai_chat", "echo")
    assert answered.usage == view.usage
    assert view.cost.amounts.keys() == {"USD"}
    assert view.cost.amounts["USD"] == view.usage.input * 2_500 + view.usage.output * 10_000
    assert view.cost.unknown == 0


@pytest.mark.requirement("case S10")
def test_a_stream_that_broke_is_owed_for_and_nobody_knows_how_much(world: World, model: str) -> None:
    world.set_prices([PRICE | MONEY])

    view = ask(world, model, "fault=cut&times=1")

    broken, answered = view.steps[0].attempts
    assert (broken.usage, broken.cost) == (UsageView(unknown=1), CostView(unknown=1))
    assert answered.usage is not None
    assert answered.usage.unknown == 0
    assert (view.usage.unknown, view.cost.unknown) == (1, 1)
    assert view.cost.amounts == answered.cost.amounts


@pytest.mark.requirement("case S01")
def test_a_streamed_run_asks_for_its_usage_and_silence_is_unknown(world: World, model: str) -> None:
    world.set_prices([PRICE | MONEY])

    told, silent = ask(world, model, "chunks=3"), ask(world, model, "usage=0")

    assert told.usage.input > 0
    assert told.usage.output > 0
    assert told.usage.unknown == 0
    assert silent.usage == UsageView(unknown=1)
    assert silent.cost == CostView(unknown=1)


def test_without_a_price_tokens_are_counted_and_the_cost_is_unknown(world: World, model: str) -> None:
    view = ask(world, model, "chunks=1")

    assert view.usage.unknown == 0
    assert view.cost == CostView(unknown=1)


@pytest.mark.requirement("case S10")
def test_every_reply_of_a_run_is_charged_also_those_that_led_nowhere(world: World) -> None:
    world.set_prices([SCRIPTED])
    wrong = {**reply(("nowhere", {})), "usage": {"input": 100, "cached": 60, "output": 7}}
    right = {**reply(text="Done."), "usage": {"input": 300, "output": 9}}
    version = world.add_agent(connection=world.add_connection(script=script(wrong, wrong, right)))
    run = world.start(version)
    with running(world.database):
        world.wait_for(run, "completed")

    view = assert_spending_adds_up(world, run)

    assert view.usage == UsageView(input=500, cached=120, output=23)
    assert view.cost == CostView({"USD": 2 * (40 * 2_500 + 60 * 1_250 + 70_000) + 300 * 2_500 + 90_000})


@pytest.mark.requirement("agents 18")
def test_a_fallback_is_charged_at_its_own_price_and_to_its_own_connection(world: World, model: str) -> None:
    own = {"provider": "openai_chat", "model": "dear"}
    world.set_prices([PRICE | MONEY | own, PRICE | {"currency": "EUR", "input": "1", "output": "4"}])
    refuses = world.add_connection("openai_chat", script="", base_url=f"{model}/fault=unauthenticated/v1")
    answers = world.add_connection("openai_chat", script="", base_url=f"{model}/chunks=1/v1")
    fallback = Fallback(connection_id=str(answers), model="echo")
    run = world.start(world.add_agent(connection=refuses, model="dear", fallbacks=[fallback]), "hello")
    with running(world.database, allow=model.removeprefix("http://")):
        world.wait_for(run, "completed")

    view = assert_spending_adds_up(world, run)

    (step,) = view.steps
    refused, answered = step.attempts
    assert (refused.model, refused.usage, refused.next) == ("dear", None, NextModel(1, "openai_chat", "echo"))
    assert (step.target, step.provider, step.model) == (1, "openai_chat", "echo")
    assert answered.cost.amounts == {"EUR": step.usage.input * 1_000 + step.usage.output * 4_000}
    assert view.cost == answered.cost
    rows = world.owner(
        "select connection_id from orchestration_attempt where run_id = %s order by number", [run]
    )
    assert [row["connection_id"] for row in rows] == [refuses, answers]


def test_whatever_a_provider_says_event_and_row_agree_and_hold_it() -> None:
    chance = random.Random(11)
    prices = PriceList([Price.of(PRICE | MONEY)])
    counts = (None, 0, 1, 7, 12_345, 2**31 - 1, 2**31, 10**30, -1)
    for _ in range(1_000):
        usage = Usage(*(chance.choice(counts) for _ in range(4)))
        result = ModelResult(str(uuid4()), 1, datetime(2026, 11, 30, tzinfo=UTC))
        match chance.randrange(3):
            case 0:
                result.reply = ModelReply("x", usage=usage, model=chance.choice(("echo", "other", "")))
            case 1:
                result.error = ModelError("provider_error", "x", retryable=True, usage=usage)
            case _:
                result.error = ModelError("provider_error", "x", retryable=True)

        spent = spent_on(result, prices, "openai_chat", chance.choice(("echo", "unpriced")))

        started = {"step": result.step, "number": 1, "model": "echo", "provider": "openai_chat"}
        failed = {"step": result.step, "attempt": 1, "code": "x", "message": "x", **spent.in_event()}
        view = fold([Record(1, "model_call_started", started), Record(2, "model_attempt_failed", failed)])
        row = spent.in_row()
        assert of_row(row) == (view.usage, view.cost)
        assert all(row[name] is None or 0 <= row[name] < 2**31 for name in row if name.endswith("_tokens"))
        view.canonical()
