"""Calls that never run: refused before, expired, unknown or too many; what the model reads of them."""

from collections.abc import Sequence
from typing import Any

import pytest
from call_lines import make_line
from call_play import Play
from call_seen import assert_sound
from call_stage import Stage, with_calls

from orchestration.engine.limits import MAX_CALLS, MAX_CORRECTIONS
from orchestration.providers.scripted.script import ScriptedReply

REFUND = ("a", "refund", {"order": "o1", "amount": 10})


def asked(*arguments: str, tool: str = "refund") -> ScriptedReply:
    """A reply with one call for each text of arguments."""
    return with_calls(
        [{"provider_id": f"p{n}", "name": tool, "arguments": each} for n, each in enumerate(arguments)]
    )


def rejected(stage: Stage, *later: ScriptedReply) -> Play:
    line = make_line(REFUND) | {
        "events": [{"n": 1, "t": 10, "do": "reject", "call": "a", "by": "ann", "reason": "wrong file"}]
    }
    return Play(stage, line).act(*later)


def results_of(play: Play) -> list[dict[str, Any]]:
    return [e["payload"] for e in play.world.events(play.run) if e["kind"] == "tool_call_completed"]


@pytest.mark.requirement("case H07")
@pytest.mark.parametrize(
    "again",
    [
        '{"order":"o1","amount":10}',
        '{ "amount": 10, "order": "o1" }',
        '{"order":"o1","amount":10.0}',
        '{"order":"\\u006f1","amount":1e1}',
    ],
)
def test_the_same_call_after_a_rejection_is_refused_without_a_new_card(stage: Stage, again: str) -> None:
    play = rejected(stage, asked(again))

    assert play.world.run(play.run)["status"] == "completed"
    assert [card["state"] for card in play.world.approvals(play.run)] == ["rejected"]
    assert [result["kind"] for result in results_of(play)] == ["rejected", "rejected_before"]
    assert [call["state"] for call in play.world.calls(play.run)] == ["rejected", "denied"]
    told = [message["content"] for message in play.requests[-1] if message["role"] == "tool"]
    assert "A person rejected this call; it did not run. Reason: wrong file" in told[0]
    assert "rejected this same call earlier" in told[1]
    assert stage.effects.executed == []
    assert_sound(play)


@pytest.mark.requirement("case H07")
def test_a_rejection_is_no_error_that_invites_another_try(stage: Stage) -> None:
    play = rejected(stage)

    [result] = results_of(play)
    for word in ("error", "failed", "try again", "retry"):
        assert word not in result["content"].lower()


@pytest.mark.requirement("case H07")
def test_a_rejection_says_nothing_about_another_run(stage: Stage) -> None:
    first = rejected(stage)

    second = Play(stage, make_line(REFUND)).act()

    assert first.world.run(first.run)["status"] == "completed"
    assert [card["state"] for card in second.world.approvals(second.run)] == ["pending"]


@pytest.mark.requirement("case H10")
def test_nobody_answered_is_never_recorded_as_somebodys_no(stage: Stage) -> None:
    line = make_line(REFUND) | {
        "events": [
            {"n": 1, "t": 3600, "do": "tick"},
            {"n": 2, "t": 3700, "do": "approve", "call": "a", "by": "ann"},
        ]
    }

    play = Play(stage, line).act(asked('{"order":"o1","amount":10}'))

    first, second = play.world.approvals(play.run)
    assert (first["state"], first["decision"], first["decided_by_id"], first["decided_at"]) == (
        "expired", None, None, None,
    )  # fmt: skip
    assert play.http == [{"event": 2, "http": 410, "code": "approval_expired"}]
    [result] = results_of(play)
    assert "nobody answered" in result["content"]
    assert second["state"] == "pending", "a call that nobody rejected may be asked about again"
    assert_sound(play)


@pytest.mark.requirement("case T05")
@pytest.mark.requirement("promises 7.48")
@pytest.mark.parametrize(
    "name", ["Refund", "refund ", "refunds", "SHOP__refund", "refund\x00", "r\u0435fund"]
)
def test_a_name_that_is_not_exactly_a_tools_reaches_no_tool(stage: Stage, name: str) -> None:
    line = make_line(REFUND)
    line["reply"]["calls"][0]["name"] = name

    play = Play(stage, line).act()

    [result] = results_of(play)
    assert result["kind"] == ("ok" if name == "refund" else "unknown_tool")
    assert "refund" in result["content"]
    assert play.world.approvals(play.run) == []
    assert stage.effects.executed == []


@pytest.mark.requirement("case T05")
def test_a_model_that_goes_on_naming_unknown_tools_fails_its_run(stage: Stage) -> None:
    line = make_line(REFUND)
    line["reply"]["calls"][0]["name"] = "nope"

    play = Play(stage, line).act(*[asked("{}", tool="nope") for _ in range(MAX_CORRECTIONS)])

    run = play.world.run(play.run)
    assert (run["status"], run["error_code"]) == ("failed", "unknown_tool")
    assert len(play.requests) == MAX_CORRECTIONS + 1
    assert play.world.approvals(play.run) == []


def many(count: int) -> Sequence[tuple[str, str, dict[str, Any]]]:
    return [(f"c{n}", "refund", {"order": f"o{n}", "amount": 10}) for n in range(count)]


@pytest.mark.requirement("promises 7.50")
def test_one_call_too_many_refuses_the_whole_reply(stage: Stage) -> None:
    play = Play(stage, make_line(*many(MAX_CALLS + 1))).act()

    run = play.world.run(play.run)
    assert (run["status"], run["error_code"]) == ("failed", "too_many_calls")
    assert str(MAX_CALLS + 1) in run["error_message"]
    assert play.world.calls(play.run) == []
    assert play.world.approvals(play.run) == []
    assert stage.effects.executed == []
    assert_sound(play)


@pytest.mark.requirement("promises 7.50")
def test_as_many_calls_as_one_may_make_each_get_their_card(stage: Stage) -> None:
    play = Play(stage, make_line(*many(MAX_CALLS))).act()

    assert play.world.run(play.run)["waiting_for"] == ["approval"]
    assert [card["state"] for card in play.world.approvals(play.run)] == ["pending"] * MAX_CALLS
    assert_sound(play)
