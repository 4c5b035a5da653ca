"""Agents whose answer must fit a schema: read by the ladder, asked for again with the problem, bounded."""

import json
from typing import Any
from uuid import UUID

import pytest
from world import Ledger, World, reply, running, script

MOOD = {
    "type": "object",
    "properties": {"mood": {"type": "string", "enum": ["good", "bad"]}, "why": {"type": "object"}},
    "required": ["mood"],
    "additionalProperties": False,
}
GOOD = '{"mood": "good"}'


def answered(world: World, *replies: Any, tools: Any = (), ledger: Ledger | None = None) -> UUID:
    connection = world.add_connection(script=script(*replies))
    run = world.start(world.add_agent(connection=connection, output_schema=MOOD, tools=tools))
    with running(world.database, ledger or Ledger()):
        world.wait_for(run, "completed", "failed", "rejected")
    world.assert_gapless(run)
    return run


def reads(world: World, run: UUID) -> list[dict[str, Any]]:
    return [event["payload"] for event in world.events(run) if event["kind"] == "output_read"]


@pytest.mark.requirement("routing 3")
@pytest.mark.parametrize(
    ("text", "stage"),
    [
        (GOOD, "strict"),
        (f"```json\n{GOOD}\n```", "fence"),
        (f"Here it is: {GOOD}", "prose"),
        ("<think>hm</think>" + GOOD, "thinking"),
        ("{'mood': 'good',}", "tolerant"),
    ],
)
def test_an_answer_that_can_be_read_is_the_output_in_its_canonical_form(
    world: World, text: str, stage: str
) -> None:
    run = answered(world, reply(text=text))

    assert world.run(run)["output"] == '{"mood":"good"}'
    [read] = reads(world, run)
    assert (read["outcome"], read["stage"], read["attempt"]) == ("accepted", stage, 1)
    rungs = [event["payload"] for event in world.events(run) if event["kind"] == "output_rung"]
    assert [rung["rung"] for rung in rungs][-2:] == [stage, "contract"]
    assert [rung["result"] for rung in rungs][-2:] == ["held", "held"]
    assert all(rung["problem"] for rung in rungs[:-2])


@pytest.mark.requirement("routing 4")
def test_a_refused_answer_is_asked_for_again_with_the_exact_problem(world: World) -> None:
    run = answered(world, reply(text='{"mood": "great"}'), reply(text=GOOD))

    refused, accepted = reads(world, run)
    assert (refused["outcome"], refused["problem"], refused["attempt"]) == ("refused", "schema_mismatch", 1)
    assert "'great' is not one of ['good', 'bad']" in refused["message"]
    assert (accepted["outcome"], accepted["attempt"]) == ("accepted", 2)
    assert world.run(run)["output"] == '{"mood":"good"}'


@pytest.mark.requirement("routing 5")
@pytest.mark.requirement("case S10")
def test_answers_that_never_fit_end_the_run_and_are_all_counted(world: World) -> None:
    usage = {"input": 10, "output": 5}
    run = answered(world, *[{**reply(text="Never."), "usage": usage}] * 5)

    row = world.run(run)
    assert (row["status"], row["error_code"], row["output"]) == ("failed", "output_invalid", None)
    assert [read["attempt"] for read in reads(world, run)] == [1, 2, 3]
    assert row["tokens_used"] == 45


@pytest.mark.requirement("case J01")
def test_an_answer_that_was_cut_off_is_never_mended(world: World) -> None:
    cut = {**reply(text='{"mood": "good"}'), "finish_reason": "length"}

    run = answered(world, cut, reply(text=GOOD))
    again = answered(world, cut, cut, cut)

    first, second = reads(world, run)
    assert (first["problem"], second["outcome"]) == ("truncated", "accepted")
    assert "shorter" in first["message"]
    assert world.run(again)["error_code"] == "output_truncated"


def test_a_number_that_the_record_cannot_spell_is_asked_for_again(world: World) -> None:
    run = answered(
        world,
        reply(text='{"mood": "good", "why": {"id": 12345678901234567890}}'),
        reply(text='{"mood": "good", "why": {"id": "12345678901234567890"}}'),
    )

    refused, accepted = reads(world, run)
    assert "/why/id: 12345678901234567890 is beyond 2^53 - 1" in refused["message"]
    assert accepted["outcome"] == "accepted"
    assert world.run(run)["output"] == '{"mood":"good","why":{"id":"12345678901234567890"}}'


@pytest.mark.requirement("case J22")
def test_a_refusal_is_no_answer_to_be_read(world: World) -> None:
    run = answered(world, {**reply(text="I cannot help with that."), "finish_reason": "refusal"})

    assert world.run(run)["status"] == "rejected"
    assert reads(world, run) == []


@pytest.mark.requirement("case J21")
def test_nothing_at_all_is_asked_for_again_in_the_usual_way(world: World) -> None:
    run = answered(world, reply(text="  "))

    assert world.run(run)["error_code"] == "empty_output"
    assert reads(world, run) == []


@pytest.mark.requirement("case J15")
def test_a_text_that_holds_an_object_is_read_where_an_object_belongs(world: World) -> None:
    run = answered(world, reply(text='{"mood": "good", "why": "{\\"score\\": 3}"}'))

    assert json.loads(world.run(run)["output"]) == {"mood": "good", "why": {"score": 3}}
    assert reads(world, run)[0]["coerced"] == ["/why"]


def test_calls_come_before_the_answer(world: World) -> None:
    tool = world.add_tool("lookup", effect_class="read_only")
    ledger = Ledger()

    run = answered(world, reply(("lookup", {"q": "x"})), reply(text=GOOD), tools=[tool], ledger=ledger)

    assert ledger.of("lookup") == [{"q": "x"}]
    assert [read["outcome"] for read in reads(world, run)] == ["accepted"]


def test_an_agent_without_a_schema_writes_no_such_event(world: World) -> None:
    connection = world.add_connection(script=script(reply(text=GOOD)))
    run = world.start(world.add_agent(connection=connection))
    with running(world.database):
        world.wait_for(run, "completed")

    assert world.run(run)["output"] == GOOD
    assert not {"output_rung", "output_read"} & set(world.kinds(run))
