"""Each point at which a worker can die around a call, for each class of effect, allowed or approved.

What a class promises is all that decides: nothing whose success was recorded runs again (P2), what may be
sent again is sent with the same key, and what may not stops the run instead of being guessed (P3).
"""

import pytest
from call_lines import make_line
from call_play import Play
from call_seen import assert_sound, seen_of
from call_stage import Stage

CALLS = {
    "read_only": ("lookup", {"q": "x"}),
    "keyed": ("send_mail", {"to": "a@example.com", "text": "hi"}),
    "natural": ("set_flag", {"name": "f", "on": True}),
    "at_most_once": ("refund", {"order": "o1", "amount": 10}),
}
POINTS = ("before_intent", "after_intent", "after_effect", "after_result", "before_next_model_call")
IN_DOUBT = ("after_intent", "after_effect")
"""The record says that the call is executing: whether it has happened is not known."""


@pytest.mark.requirement("promise P1")
@pytest.mark.requirement("promise P2")
@pytest.mark.requirement("promise P3")
@pytest.mark.requirement("promise P9")
@pytest.mark.parametrize("outcome", ["allow", "ask"])
@pytest.mark.parametrize("effect_class", CALLS)
@pytest.mark.parametrize("point", POINTS)
def test_a_worker_that_dies_around_a_call(stage: Stage, point: str, effect_class: str, outcome: str) -> None:
    tool, arguments = CALLS[effect_class]
    sibling = ("d", "ping", {})
    line = make_line(("a", tool, arguments), sibling, crash=("a", point))
    play = Play(stage, line, outcomes={tool: outcome, "ping": "allow"})
    if outcome == "ask":
        play.line |= {"events": [{"n": 1, "t": 10, "do": "approve", "call": "a", "by": "ann"}]}

    play.act()

    seen = seen_of(play)
    is_lost = effect_class == "at_most_once" and point in IN_DOUBT
    starts = 2 if point == "after_effect" and not is_lost else 0 if point == "after_intent" and is_lost else 1
    assert seen["executions"]["a"] == [arguments] * starts
    assert seen["same_idempotency_key"]
    assert seen["call_states"] == {"a": "unknown" if is_lost else "succeeded", "d": "succeeded"}
    assert play.world.run(play.run)["status"] == ("needs_attention" if is_lost else "completed")
    if is_lost:
        assert seen["results_to_model"] is None
    else:
        assert [(each["call"], each["kind"]) for each in seen["results_to_model"]] == [
            ("a", "ok"),
            ("d", "ok"),
        ]
    first_requests = [
        request for request in play.requests if [each["role"] for each in request] == ["system", "user"]
    ]
    assert len(first_requests) == (2 if (point, outcome) == ("before_intent", "allow") else 1)
    assert_sound(play)


@pytest.mark.requirement("promise P7")
@pytest.mark.parametrize("point", POINTS)
def test_a_killed_worker_leaves_no_trace_in_the_record(stage: Stage, point: str) -> None:
    tool, arguments = CALLS["keyed"]
    approve = {"n": 1, "t": 10, "do": "approve", "call": "a", "by": "ann"}
    calm, killed = (
        Play(stage, make_line(("a", tool, arguments), crash=crash) | {"events": [approve]}).act()
        for crash in (None, ("a", point))
    )

    assert killed.world.kinds(killed.run) == calm.world.kinds(calm.run)
    assert killed.world.run(killed.run)["output"] == calm.world.run(calm.run)["output"]
    assert killed.world.run(killed.run)["claims"] == calm.world.run(calm.run)["claims"] + 1
