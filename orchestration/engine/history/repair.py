"""From a recorded history to one that keeps the rules of every provider."""

from collections.abc import Iterable, Mapping

from orchestration.engine.history.arguments import sendable_arguments
from orchestration.engine.history.call_ids import CallIds
from orchestration.engine.history.content import text_of
from orchestration.engine.history.turns import Call, Result, Turn, read_turns
from orchestration.engine.messages import Message, MessageCall
from orchestration.engine.tool_names import safe_tool_name

INTERRUPTED = "interrupted: no result of this call was recorded; it may or may not have run"
NO_OUTPUT = "(no output)"
OPENING = "(The conversation goes on.)"
CONTINUE = "Continue."


def repair(
    history: Iterable[Message],
    for_agent: str | None = None,
    tool_names: Mapping[str, str] | None = None,
) -> tuple[list[Message], list[str]]:
    """The history to send and the sorted names of what had to be done to it.

    `for_agent` is whose request this is: calls and words of other agents become user text. `tool_names`
    is `safe_tool_names` of the request's tools; a name that is not in it is made safe by itself.
    """
    repairs: set[str] = set()
    writer = _Writer(for_agent, tool_names or {}, repairs)
    for turn in read_turns(history, repairs):
        writer.write(turn)
    return writer.finish(), sorted(repairs)


class _Writer:
    def __init__(self, for_agent: str | None, tool_names: Mapping[str, str], repairs: set[str]) -> None:
        self._for_agent = for_agent
        self._tool_names = tool_names
        self._repairs = repairs
        self._ids = CallIds(repairs)
        self._opening: list[str] = []
        self._messages: list[Message] = []

    def write(self, turn: Turn) -> None:
        match turn.role:
            case "system":
                self._system(text_of(turn.content))
            case "assistant" if self._is_foreign(turn):
                self._foreign(turn)
            case "assistant":
                self._assistant(turn)
            case _:
                self._messages.append({"role": "user", "content": turn.content})

    def finish(self) -> list[Message]:
        """Put the instructions in front; see that a person speaks first and the model is not left to
        continue its own words."""
        messages = self._messages
        if not messages:
            self._repairs.add("user_turn_added")
            messages = [_user(CONTINUE)]
        elif messages[0]["role"] == "assistant":
            self._repairs.add("opening_user_turn_added")
            messages = [_user(OPENING), *messages]
        if messages[-1]["role"] == "assistant":
            self._repairs.add("closing_user_turn_added")
            messages.append(_user(CONTINUE))
        if not self._opening:
            return messages
        if len(self._opening) > 1:
            self._repairs.add("system_joined")
        return [{"role": "system", "content": "\n\n".join(self._opening)}, *messages]

    def _system(self, text: str) -> None:
        if not self._messages:
            self._opening.append(text)
            return
        self._repairs.add("system_in_the_middle")
        self._messages.append({"role": "system", "content": text})

    def _assistant(self, turn: Turn) -> None:
        message: Message = {"role": "assistant", "content": turn.content}
        if turn.reasoning is not None:
            message["reasoning"] = turn.reasoning
        self._messages.append(message)
        if not turn.calls:
            return
        sent: list[MessageCall] = []
        message["tool_calls"] = sent
        for place, call in enumerate(turn.calls):
            call_id = self._ids.assign(call.recorded_id, message=turn.index, call=place)
            arguments = sendable_arguments(call.arguments, self._repairs)
            written: MessageCall = {
                "id": call_id,
                "name": self._sent_name(call.name),
                "arguments": arguments,
            }
            if call.provider_id is not None:
                written["provider_id"] = call.provider_id
            sent.append(written)
            self._messages.append(self._result_message(call_id, self._result(call)))

    def _result_message(self, call_id: str, result: Result) -> Message:
        message: Message = {"role": "tool", "tool_call_id": call_id, "content": result.content}
        if result.is_error:
            message["is_error"] = True
        return message

    def _result(self, call: Call) -> Result:
        if call.result is None:
            self._repairs.add("missing_result_filled")
            return Result(INTERRUPTED, True)
        if call.result.content is None:
            self._repairs.add("empty_result_filled")
            return Result(NO_OUTPUT, call.result.is_error)
        return call.result

    def _is_foreign(self, turn: Turn) -> bool:
        return self._for_agent is not None and turn.agent is not None and turn.agent != self._for_agent

    def _foreign(self, turn: Turn) -> None:
        """A model that sees calls of another agent as its own repeats them."""
        if turn.content is not None:
            self._repairs.add("foreign_text_as_user")
            self._messages.append(_user(f"[agent {turn.agent}] {text_of(turn.content)}"))
        for call in turn.calls:
            self._repairs.add("foreign_calls_as_text")
            arguments = sendable_arguments(call.arguments, self._repairs)
            got = text_of(self._result(call).content)
            self._messages.append(
                _user(f"[agent {turn.agent}] called {call.name} with {arguments} and got: {got}")
            )

    def _sent_name(self, name: str) -> str:
        sent = self._tool_names.get(name) or safe_tool_name(name)
        if sent != name:
            self._repairs.add("tool_name_mapped")
        return sent


def _user(text: str) -> Message:
    return {"role": "user", "content": text}
