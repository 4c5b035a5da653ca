"""What a tool's answer may do to a run: nothing. Errors, megabytes and broken characters become results."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from call_lines import make_line
from call_play import Play
from call_seen import assert_sound
from call_stage import Stage
from mortal_runner import answer

from agents_app.tools.shorten import KIB, MODEL_LIMIT, shorten
from orchestration.engine.ports import ToolError, ToolOutcome

LOOKUP = ("d", "lookup", {"q": "x"})
REFUND = ("a", "refund", {"order": "o1", "amount": 10})
APPROVE = {"n": 1, "t": 10, "do": "approve", "call": "a", "by": "ann"}


def told(play: Play) -> list[str]:
    """What the model read as results, in its last request."""
    return [str(message["content"]) for message in play.requests[-1] if message["role"] == "tool"]


def completed(play: Play) -> list[dict[str, Any]]:
    return [e["payload"] for e in play.world.events(play.run) if e["kind"] == "tool_call_completed"]


@pytest.mark.requirement("case T06")
def test_a_tools_error_is_a_short_result_and_its_sibling_runs(stage: Stage) -> None:
    def refuse(arguments: Mapping[str, Any]) -> ToolOutcome:
        raise ToolError("tool_error", "lookup answered 500: boom", sent=True, answered=True, status=500)

    play = Play(stage, make_line(LOOKUP, REFUND), {"lookup": refuse}).act()
    play.take(APPROVE)

    assert play.world.run(play.run)["status"] == "completed"
    assert told(play)[0] == "lookup failed: lookup answered 500: boom"
    assert play.call_states(play.call_ids) == {"d": "failed", "a": "succeeded"}
    assert_sound(play)


@pytest.mark.requirement("case T06")
def test_a_tool_that_breaks_inside_baton_tells_the_model_nothing_of_its_inside(stage: Stage) -> None:
    def break_down(arguments: Mapping[str, Any]) -> ToolOutcome:
        raise ValueError("boom: /srv/secret s3cret")

    play = Play(stage, make_line(LOOKUP), {"lookup": break_down}).act()

    assert play.world.run(play.run)["status"] == "completed"
    [text] = told(play)
    assert text == "lookup failed: It broke (ValueError)."
    assert "boom" not in json.dumps(play.world.events(play.run), default=str)


@pytest.mark.requirement("promise P3")
@pytest.mark.parametrize(("tool", "status"), [("send_mail", "unknown"), ("lookup", "failed")])
def test_a_try_that_never_left_says_nothing_of_the_one_before_without_an_answer(
    stage: Stage, tool: str, status: str
) -> None:
    tries = iter(
        [
            ToolError("timeout", "No answer within 30 s.", sent=True),
            ToolError("host_not_allowed", "The host is no longer allowed.", sent=False),
        ]
    )

    def fail_twice(arguments: Mapping[str, Any]) -> ToolOutcome:
        raise next(tries)

    call = ("a", tool, {"q": "x"} if tool == "lookup" else {"to": "a@example.com", "text": "hi"})
    play = Play(stage, make_line(call), {tool: fail_twice}, outcomes={tool: "allow"}).act()

    assert play.call_states(play.call_ids) == {"a": status}
    assert play.world.run(play.run)["status"] == ("needs_attention" if status == "unknown" else "completed")


@pytest.mark.requirement("promise P3")
@pytest.mark.requirement("case T06")
def test_a_call_that_broke_halfway_is_not_guessed_to_have_failed(stage: Stage) -> None:
    def break_down(arguments: Mapping[str, Any]) -> ToolOutcome:
        raise ValueError("boom")

    play = Play(stage, make_line(REFUND), {"refund": break_down}).act()
    play.take(APPROVE)

    run = play.world.run(play.run)
    assert (run["status"], run["error_code"]) == ("needs_attention", "outcome_unknown")
    assert play.call_states(play.call_ids) == {"a": "unknown"}
    assert play.executions(play.call_ids) == {"a": [REFUND[2]]}
    assert_sound(play)


@pytest.mark.requirement("promise P3")
@pytest.mark.parametrize(
    ("tool", "arguments"), [LOOKUP[1:], ("send_mail", {"to": "a@example.com", "text": "hi"})]
)
def test_a_call_without_an_answer_is_sent_again_with_its_key_at_most_three_times(
    stage: Stage, tool: str, arguments: dict[str, Any]
) -> None:
    def say_nothing(arguments: Mapping[str, Any]) -> ToolOutcome:
        raise ToolError("timeout", "No answer came.", sent=True)

    play = Play(stage, make_line(("a", tool, arguments)), {tool: say_nothing}).act()
    if tool == "send_mail":
        play.take(APPROVE)

    executed = [(key, done) for call, key, done in stage.effects.executed if call == play.call_ids["a"]]
    assert executed == [(f"tc_{play.call_ids['a'].replace('-', '')}", arguments)] * 3
    assert play.call_states(play.call_ids) == {"a": "failed" if tool == "lookup" else "unknown"}
    assert_sound(play)


@pytest.mark.requirement("case T07")
def test_of_two_megabytes_the_model_reads_head_and_tail_and_the_record_keeps_all(stage: Stage) -> None:
    full = json.dumps([{"n": n, "pad": "x" * 1000} for n in range(2 * KIB)])
    shown = shorten(full, MODEL_LIMIT)

    def answer_at_length(arguments: Mapping[str, Any]) -> ToolOutcome:
        return ToolOutcome(content=shown, full=full, status=200, truncated=True)

    play = Play(stage, make_line(LOOKUP), {"lookup": answer_at_length}).act()

    assert len(full) > 2_000_000
    assert play.world.run(play.run)["status"] == "completed"
    assert told(play) == [shown]
    assert f"of {len(full)} bytes are left out" in shown
    [result] = completed(play)
    assert result["body"]["size"] == len(full)
    assert result["content"]["size"] == len(shown)
    assert body(play, result["body"]["ref"]) == full
    assert body(play, result["content"]["ref"]) == shown
    assert_sound(play)


@pytest.mark.requirement("case T12")
@pytest.mark.parametrize("padding", ["", "y" * 20 * KIB], ids=["short", "long"])
def test_half_a_surrogate_and_nul_become_harmless_before_they_are_stored(stage: Stage, padding: str) -> None:
    play = Play(
        stage, make_line(LOOKUP), {"lookup": lambda arguments: answer(f"bad \ud83d end \x00{padding}")}
    ).act()

    assert play.world.run(play.run)["status"] == "completed"
    assert told(play) == [f"bad \ufffd end {padding}"]
    assert len(play.executions(play.call_ids)["d"]) == 1
    assert_sound(play)


@pytest.mark.requirement("case T12")
def test_broken_characters_of_an_error_or_of_a_whole_answer_are_mended_too(stage: Stage) -> None:
    def refuse(arguments: Mapping[str, Any]) -> ToolOutcome:
        raise ToolError("tool_error", "bad \ud83d\x00", sent=True, answered=True, status=400)

    def answer_in_part(arguments: Mapping[str, Any]) -> ToolOutcome:
        return ToolOutcome(content="a part", full="\ud83d" * 20 * KIB, status=200, truncated=True)

    line = make_line(LOOKUP, ("p", "ping", {}))
    play = Play(stage, line, {"lookup": refuse, "ping": answer_in_part}).act()

    assert play.world.run(play.run)["status"] == "completed"
    assert told(play) == ["lookup failed: bad \ufffd", "a part"]
    bodies = {result["call"]: result["body"] for result in completed(play)}
    assert body(play, bodies[play.call_ids["p"]]["ref"]) == "\ufffd" * 20 * KIB


def body(play: Play, ref: str) -> str:
    [row] = play.world.owner("select content from orchestration_runbody where id = %s", [ref])
    return str(row["content"])
