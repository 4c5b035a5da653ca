"""Real runs through the runner and the journal: the plain ways a run goes."""

import pytest
from world import Ledger, World, reply, running, script


def test_a_run_without_tools_answers(world: World) -> None:
    agent = world.add_agent(connection=world.add_connection(script=script(reply(text="Hello back."))))
    run = world.start(agent)

    with running(world.database):
        row = world.wait_for(run, "completed")

    assert row["output"] == "Hello back."
    assert world.kinds(run) == ["run_created", "model_call_started", "model_call_completed", "run_completed"]
    world.assert_gapless(run)


def test_an_allowed_call_runs_and_its_result_reaches_the_model(world: World) -> None:
    tool = world.add_tool("lookup", effect_class="read_only")
    replies = script(reply(("lookup", {"q": "x"})), reply(text="Found."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    ledger = Ledger()

    with running(world.database, ledger):
        world.wait_for(run, "completed")

    assert ledger.of("lookup") == [{"q": "x"}]
    assert [call["state"] for call in world.calls(run)] == ["succeeded"]
    world.assert_gapless(run)


@pytest.mark.requirement("promise P18")
def test_an_approved_call_runs_once_after_the_decision(world: World) -> None:
    tool = world.add_tool("refund")
    replies = script(reply(("refund", {"amount": 80})), reply(text="Refunded."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    ledger = Ledger()

    with running(world.database, ledger):
        approval = world.pending(run)
        waiting = world.wait_for(run, "waiting")
        assert ledger.executed == []
        assert world.decide(approval)["outcome"] == "decided"
        world.wait_for(run, "completed")

    assert waiting["waiting_for"] == ["approval"]
    assert waiting["worker_id"] is None
    assert ledger.of("refund") == [{"amount": 80}]
    assert world.approvals(run)[0]["consumed_at"] is not None
    world.assert_gapless(run)


def test_a_rejected_call_does_not_run_and_the_model_reads_why(world: World) -> None:
    tool = world.add_tool("refund")
    replies = script(reply(("refund", {"amount": 80})), reply(text="I could not."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    ledger = Ledger()

    with running(world.database, ledger):
        world.decide(world.pending(run), "reject", reason="wrong order")
        world.wait_for(run, "completed")

    assert ledger.executed == []
    [result] = [event["payload"] for event in world.events(run) if event["kind"] == "tool_call_completed"]
    assert result["kind"] == "rejected"
    assert "wrong order" in result["content"]
    assert [call["state"] for call in world.calls(run)] == ["rejected"]
