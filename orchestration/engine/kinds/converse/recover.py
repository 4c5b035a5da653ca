"""What a new holder of a run does about the calls it finds executing without a result."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from orchestration.engine.kinds.converse.state import State
from orchestration.engine.states import CallState, EffectClass


class RecoveryAction(StrEnum):
    RERUN = "rerun"
    """Send it again with the same key; no new event, since it is the same execution."""
    UNKNOWN = "unknown"
    """It may have happened: record tool_call_unknown and let a person say."""


@dataclass(frozen=True, slots=True)
class Recovery:
    call: str
    action: RecoveryAction


def recover(state: State) -> tuple[Recovery, ...]:
    """Asked once after a claim, before the first decision; in call order."""
    executing = state.in_states(CallState.EXECUTING)
    return tuple(Recovery(call.id, action_for(call.effect_class)) for call in executing)


def action_for(effect_class: EffectClass) -> RecoveryAction:
    match effect_class:
        case EffectClass.READ_ONLY | EffectClass.KEYED | EffectClass.NATURAL:
            return RecoveryAction.RERUN
        case EffectClass.AT_MOST_ONCE:
            return RecoveryAction.UNKNOWN
        case _:
            assert_never(effect_class)
