"""What the reading of a structured answer does to the state of a conversing task."""

from dataclasses import replace

from orchestration.engine.bodies import read_text
from orchestration.engine.events import Record
from orchestration.engine.kinds.converse.state import OutputRead, State, UserTurn
from orchestration.engine.output.feedback import feedback


def on_read(state: State, record: Record) -> State:
    """Accepted: this is the answer. Refused: the model is told what is wrong with its last reply."""
    payload = record.payload
    if payload["outcome"] == "accepted":
        return replace(state, output=OutputRead(payload["step"], read_text(payload["value"])))
    problem, message = payload["problem"], payload["message"]
    refusals = state.output.refusals + 1 if state.output is not None else 1
    return replace(
        state,
        output=OutputRead(payload["step"], None, problem, message, refusals),
        turns=(*state.turns, UserTurn(feedback(message))),
    )
