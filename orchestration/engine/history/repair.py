"""From a recorded history to one that keeps the rules of every provider."""

from collections.abc import Iterable, Mapping, Sequence

from orchestration.engine.history.arguments import sendable_arguments
from orchestration.engine.history.call_ids import CallIds
from orchestration.engine.history.content import text_of
from orchestration.engine.history.turns import Call, Result, Turn, TurnReader
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
    repaired = GrowingHistory(for_agent, tool_names)
    for message in history:
        repaired.add(message)
    repaired.close()
    instructions = repaired.instructions
    opening: list[Message] = [] if instructions is None else [{"role": "system", "content": instructions}]
    messages = [*opening, *repaired.messages, *repaired.ending()]
    return messages, sorted(repaired.repairs)


class GrowingHistory:
    """A history that is repaired while it grows: a message that was written stays as it is, whatever follows.

    Each message that is added costs the same, however many stand before it.
    """

    def __init__(self, for_agent: str | None = None, tool_names: Mapping[str, str] | None = None) -> None:
        self.repairs: set[str] = set()
        self._reader = TurnReader(self.repairs)
        self._writer = _Writer(for_agent, tool_names or {}, self.repairs)

    @property
    def is_settled(self) -> bool:
        """Everything that was added is written: no call waits for its result."""
        return self._reader.is_settled

    @property
    def instructions(self) -> str | None:
        """What stands in front of all messages."""
        return "\n\n".join(self._writer.opening) or None

    @property
    def messages(self) -> Sequence[Message]:
        """What is written of it, without the instructions and the ending."""
        return self._writer.messages

    def add(self, message: Message) -> None:
        self._reader.read(message)
        for turn in self._reader.settled():
            self._writer.write(turn)

    def close(self) -> None:
        """Nothing follows: calls that wait for a result get one that says so."""
        for turn in self._reader.rest():
            self._writer.write(turn)

    def ending(self) -> list[Message]:
        """What ends a request with this history: no model is left to continue its own words."""
        messages = self._writer.messages
        if not messages:
            self.repairs.add("user_turn_added")
        elif messages[-1]["role"] == "assistant":
            self.repairs.add("closing_user_turn_added")
        else:
            return []
        return [_user(CONTINUE)]


class _Writer:
    def __init__(self, for_agent: str | None, tool_names: Mapping[str, str], repairs: set[str]) -> None:
        self.opening: list[str] = []
        self.messages: list[Message] = []
        self._for_agent = for_agent
        self._tool_names = tool_names
        self._repairs = repairs
        self._ids = CallIds(repairs)

    def write(self, turn: Turn) -> None:
        match turn.role:
            case "system":
                self._system(text_of(turn.content))
            case "assistant" if self._is_foreign(turn):
                self._foreign(turn)
            case "assistant":
                self._assistant(turn)
            case _:
                self.messages.append({"role": "user", "content": turn.content})

    def _system(self, text: str) -> None:
        if not self.messages:
            if self.opening:
                self._repairs.add("system_joined")
            self.opening.append(text)
            return
        self._repairs.add("system_in_the_middle")
        self.messages.append({"role": "system", "content": text})

    def _assistant(self, turn: Turn) -> None:
        message: Message = {"role": "assistant", "content": turn.content}
        if turn.reasoning is not None:
            message["reasoning"] = turn.reasoning
        if not self.messages:  # a person speaks first
            self._repairs.add("opening_user_turn_added")
            self.messages.append(_user(OPENING))
        self.messages.append(message)
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
            self.messages.append(self._result_message(call_id, self._result(call)))

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
            self.messages.append(_user(f"[agent {turn.agent}] {text_of(turn.content)}"))
        for call in turn.calls:
            self._repairs.add("foreign_calls_as_text")
            arguments = sendable_arguments(call.arguments, self._repairs)
            got = text_of(self._result(call).content)
            self.messages.append(
                _user(f"[agent {turn.agent}] called {call.name} with {arguments} and got: {got}")
            )

    def _sent_name(self, name: str) -> str:
        sent = self._tool_names.get(name) or safe_tool_name(name)
        if sent != name:
            self._repairs.add("tool_name_mapped")
        return sent


def _user(text: str) -> Message:
    return {"role": "user", "content": text}
