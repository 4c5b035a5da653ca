"""The neutral messages of a conversing task: what the next model call is built from."""

import json
from collections.abc import Mapping
from typing import assert_never

from orchestration.engine.bodies import BodyRef, Text, load_text
from orchestration.engine.kinds.converse.state import AssistantTurn, Origin, State, ToolTurn, Turn, UserTurn
from orchestration.engine.messages import Message, MessageCall
from orchestration.engine.ports import ServerHistory
from orchestration.engine.retry import HISTORY_LOST


def bodies_needed(state: State, since: int = 0) -> tuple[str, ...]:
    """Ids of the stored bodies that the messages refer to, each once, in order."""
    texts = (text for turn in state.turns[since:] for text in _texts_of(turn))
    return tuple(dict.fromkeys(text.ref for text in texts if isinstance(text, BodyRef)))


def messages_of(state: State, bodies: Mapping[str, str] | None = None) -> tuple[Message, ...]:
    """The instructions and every turn so far; `bodies` holds what `bodies_needed` names."""
    return (*opening_of(state), *said_since(state, 0, bodies or {}))


def opening_of(state: State) -> tuple[Message, ...]:
    """The instructions, where there are any. They are the same in every request of a run."""
    if not state.instructions.strip():
        return ()
    return (Message(role="system", content=state.instructions),)


def said_since(state: State, since: int, bodies: Mapping[str, str]) -> tuple[Message, ...]:
    """The turns from that place on. Turns never change: whoever has the messages of the earlier ones needs
    those of the later alone."""
    return tuple(_message_of(turn, bodies) for turn in state.turns[since:])


def place_of_last_reply(state: State) -> int:
    """Where those turns begin that a provider may need which keeps conversations: its last reply and what
    follows."""
    place = len(state.turns) - 1
    while place > 0 and not isinstance(state.turns[place], AssistantTurn):
        place -= 1
    return place


def server_history(state: State, connection_id: str) -> ServerHistory | None:
    """The conversation as the provider of this connection knows it.

    None where all of it has to be sent: nothing was said yet, the last reply came from elsewhere, or the
    provider has just said that it has lost it.
    """
    if state.failure is not None and state.failure.code == HISTORY_LOST:
        return None
    last = next((turn for turn in reversed(state.turns) if isinstance(turn, AssistantTurn)), None)
    if last is None or last.origin is None or last.origin.response_id is None:
        return None
    if last.origin.connection_id != connection_id:
        return None
    return ServerHistory(last.origin.response_id)


def _message_of(turn: Turn, bodies: Mapping[str, str]) -> Message:
    match turn:
        case UserTurn(text):
            return Message(role="user", content=load_text(text, bodies))
        case AssistantTurn():
            return _assistant_message(turn, bodies)
        case ToolTurn(call, content, is_error):
            message = Message(role="tool", tool_call_id=call, content=load_text(content, bodies))
            if is_error:
                message["is_error"] = True
            return message
        case _:
            assert_never(turn)


def _assistant_message(turn: AssistantTurn, bodies: Mapping[str, str]) -> Message:
    content = load_text(turn.text, bodies)
    message = Message(role="assistant", content=content)
    if turn.calls:
        message["content"] = content or None
        message["tool_calls"] = [
            MessageCall(id=call, name=tool, arguments=_arguments(load_text(arguments, bodies)))
            for call, tool, arguments in turn.calls
        ]
    if turn.origin is not None:
        _add_origin(message, turn.origin, bodies)
    return message


def _add_origin(message: Message, origin: Origin, bodies: Mapping[str, str]) -> None:
    for call, provider_id in zip(message.get("tool_calls") or (), origin.provider_ids, strict=False):
        if provider_id is not None:
            call["provider_id"] = provider_id
    if items := load_text(origin.reasoning, bodies):
        message["reasoning"] = {
            "provider": origin.provider,
            "model": origin.model,
            "items": json.loads(items),
            "connection": origin.connection_id,
        }


def _arguments(text: str) -> str:
    """No arguments are an empty object, on the way back as on receipt."""
    return "{}" if text.strip() in ("", "null") else text


def _texts_of(turn: Turn) -> tuple[Text, ...]:
    match turn:
        case UserTurn(text):
            return (text,)
        case AssistantTurn(text, calls, origin):
            reasoning = (origin.reasoning,) if origin is not None else ()
            return (text, *reasoning, *(arguments for _, _, arguments in calls))
        case ToolTurn(_, content, _):
            return (content,)
        case _:
            assert_never(turn)
