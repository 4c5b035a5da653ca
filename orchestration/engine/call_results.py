"""Which state a call ends in by the kind of its result, for every reader of the record."""

from collections.abc import Mapping
from types import MappingProxyType

from orchestration.engine.events import ResultKind
from orchestration.engine.states import CallState

STATE_OF_RESULT: Mapping[ResultKind, CallState] = MappingProxyType(
    {
        ResultKind.OK: CallState.SUCCEEDED,
        ResultKind.TOOL_ERROR: CallState.FAILED,
        ResultKind.TOOL_WITHDRAWN: CallState.FAILED,
        ResultKind.NOT_RUN: CallState.FAILED,
        ResultKind.REJECTED: CallState.REJECTED,
        ResultKind.APPROVAL_EXPIRED: CallState.EXPIRED,
        ResultKind.REJECTED_BEFORE: CallState.DENIED,
        ResultKind.DENIED: CallState.DENIED,
        ResultKind.UNKNOWN_TOOL: CallState.DENIED,
        ResultKind.INVALID_ARGUMENTS: CallState.DENIED,
    }
)
