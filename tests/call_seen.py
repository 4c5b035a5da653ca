"""What was seen of a play, in the words of the corpus; and what must hold of every play."""

from collections.abc import Mapping
from typing import Any

from call_play import Play
from spending import assert_spending_adds_up

from orchestration.engine import projection
from orchestration.engine.events import Record
from orchestration.engine.history import repair


def seen_of(play: Play) -> dict[str, Any]:
    """Everything a line may expect."""
    ids, run = play.call_ids, play.world.run(play.run)
    cards = {ref: play.cards(ref) for ref in ids}
    executed = [(call, key) for call, key, _ in play.stage.effects.executed if call in ids.values()]
    refs = {call: ref for ref, call in ids.items()}
    return {
        "executions": play.executions(ids),
        "policy": {
            refs[event["payload"]["call"]]: event["payload"]["outcome"]
            for event in play.world.events(play.run)
            if event["kind"] == "tool_call_proposed" and event["payload"]["call"] in refs
        },
        "call_states": play.call_states(ids),
        "results_to_model": _results(play, refs),
        "run_states": play.stage.states_of(play.run),
        "waiting_for": run["waiting_for"],
        "approvals": {ref: [card["state"] for card in each] for ref, each in cards.items()},
        "superseded_because": {ref: each[-1]["card"]["because"] for ref, each in cards.items() if each},
        "checkpoints": play.checkpoints,
        "http": play.http,
        "same_idempotency_key": all(key == f"tc_{call.replace('-', '')}" for call, key in executed),
        "execution_order": [refs[call] for call, _ in executed],
        "code": run["error_code"],
    }


def assert_sound(play: Play) -> None:
    """The record has no gap and says what the rows say; any provider would accept what the model was sent."""
    play.world.assert_gapless(play.run)
    events = play.world.events(play.run)
    view = projection.fold(Record(e["seq"], e["kind"], e["payload"], "2026-01-01T00:00:00Z") for e in events)
    run = play.world.run(play.run)
    assert_spending_adds_up(play.world, play.run)
    assert (view.status, list(view.waiting_for)) == (run["status"], run["waiting_for"])
    rows = {str(row["id"]): (row["state"], row["executions"] > 0) for row in play.world.calls(play.run)}
    assert {call.id: (call.state, call.execution > 0) for call in view.calls if call.id in rows} == rows
    states = {str(row["id"]): row["state"] for row in play.world.approvals(play.run)}
    assert {each.id: each.state for each in view.approvals} == states
    for request in play.requests:
        assert not [each for each in repair(request)[1] if not each.startswith("arguments_")]


def _results(play: Play, refs: Mapping[str, str]) -> list[dict[str, Any]] | None:
    """The results that the model was sent, in their order; None where it was not called again."""
    request = play.requests[-1]
    told = [message for message in request if message.get("tool_call_id") in refs]
    if not told:
        return None
    kinds = {
        event["payload"]["call"]: event["payload"]["kind"]
        for event in play.world.events(play.run)
        if event["kind"] == "tool_call_completed"
    }
    return [
        {"call": refs[each["tool_call_id"]], "kind": kinds[each["tool_call_id"]], "content": each["content"]}
        for each in told
    ]
