"""The task kind `converse`: one agent that calls a model and tools until it answers.

`initial`, `evolve` and `decide` are the whole of it; `recover` is asked once after a claim. Pure: no clock,
no I/O. It knows nothing of planning, delegation or review, which are kinds of their own.
"""

from orchestration.engine.kinds.converse.decide import decide
from orchestration.engine.kinds.converse.evolve import evolve, evolve_all, fold
from orchestration.engine.kinds.converse.evolve_calls import BrokenRecord
from orchestration.engine.kinds.converse.evolve_model import is_blank, tried_so_far
from orchestration.engine.kinds.converse.recover import Recovery, RecoveryAction, recover
from orchestration.engine.kinds.converse.state import Call, State, Turn, initial
from orchestration.engine.kinds.converse.transcript import (
    bodies_needed,
    messages_of,
    opening_of,
    place_of_last_reply,
    said_since,
    server_history,
)

__all__ = [
    "BrokenRecord",
    "Call",
    "Recovery",
    "RecoveryAction",
    "State",
    "Turn",
    "bodies_needed",
    "decide",
    "evolve",
    "evolve_all",
    "fold",
    "initial",
    "is_blank",
    "messages_of",
    "opening_of",
    "place_of_last_reply",
    "recover",
    "said_since",
    "server_history",
    "tried_so_far",
]
