"""The neutral messages of a conversing task: what the next model call is built from."""

from collections.abc import Mapping
from typing import assert_never

from orchestration.engine.bodies import BodyRef, Text, load_text
from orchestration.engine.kinds.converse.state import AssistantTurn, State, ToolTurn, Turn, UserTurn
from orchestration.engine.messages import Message, MessageCall


def bodies_needed(state: State) -> tuple[str, ...]:
    """Ids of the stored bodies that the messages refer to, each once, in order."""
    texts = (text for turn in state.turns for text in _texts_of(turn))
    return tuple(dict.fromkeys(text.ref for text in texts if isinstance(text, BodyRef)))


def messages_of(state: State, bodies: Mapping[str, str] | None = None) -> tuple[Message, ...]:
    """Every turn so far; `bodies` holds what `bodies_needed` names."""
    loaded = bodies or {}
    turns = tuple(_message_of(turn, loaded) for turn in state.turns)
    if not state.instructions.strip():
        return turns
    return (Message(role="system", content=state.instructions), *turns)


def _message_of(turn: Turn, bodies: Mapping[str, str]) -> Message:
    match turn:
        case UserTurn(text):
            return Message(role="user", content=load_text(text, bodies))
        case AssistantTurn(text, calls):
            content = load_text(text, bodies)
            if not calls:
                return Message(role="assistant", content=content)
            return Message(
                role="assistant",
                content=content or None,
                tool_calls=[
                    MessageCall(id=call, name=tool, arguments=_arguments(load_text(arguments, bodies)))
                    for call, tool, arguments in calls
                ],
            )
        case ToolTurn(call, content, is_error):
            message = Message(role="tool", tool_call_id=call, content=load_text(content, bodies))
            if is_error:
                message["is_error"] = True
            return message
        case _:
            assert_never(turn)


def _arguments(text: str) -> str:
    """No arguments are an empty object, on the way back as on receipt."""
    return "{}" if text.strip() in ("", "null") else text


def _texts_of(turn: Turn) -> tuple[Text, ...]:
    match turn:
        case UserTurn(text):
            return (text,)
        case AssistantTurn(text, calls):
            return (text, *(arguments for _, _, arguments in calls))
        case ToolTurn(_, content, _):
            return (content,)
        case _:
            assert_never(turn)
