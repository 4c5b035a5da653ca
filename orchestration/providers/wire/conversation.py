"""The messages of a request in the form of one API.

A run sends its whole conversation with each step. What it has said does not change, so it is repaired and
written once and kept with the run: a step costs what is new in it, and the bytes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from operator import is_
from typing import Any, Protocol

from agents_app.capabilities import Capabilities
from orchestration.engine.history import GrowingHistory
from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelRequest
from orchestration.providers.wire.parts import without_unseen

_KEPT = "conversation"


class Form(Protocol):
    """Writes repaired messages, one after the other, as one API wants them."""

    def add(self, message: Message) -> None: ...

    def entries(self) -> list[dict[str, Any]]:
        """All that was written. Whoever asks changes nothing of it."""
        ...


type OpenForm = Callable[[Capabilities], Form]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What stands in a request."""

    instructions: str | None
    entries: list[dict[str, Any]]


def conversation_of(
    request: ModelRequest, sent_names: Mapping[str, str], capabilities: Capabilities, open_form: OpenForm
) -> Conversation:
    """Of all the request's messages. What is kept of earlier requests is used where they begin this one."""
    known: _Written | None = request.kept.pop(_KEPT, None)
    if known is None or not known.begins(request.messages, sent_names, capabilities, open_form):
        known = _Written(sent_names, capabilities, open_form)
    known.take(request.messages)
    is_settled = known.history.is_settled
    if not is_settled:  # what is said now of a call without a result may be another thing next time
        known.history.close()
    conversation = known.conversation()
    if is_settled:
        request.kept[_KEPT] = known
    return conversation


class _Written:
    """The messages of some requests, each the beginning of the next."""

    def __init__(
        self, sent_names: Mapping[str, str], capabilities: Capabilities, open_form: OpenForm
    ) -> None:
        self.history = GrowingHistory(tool_names=sent_names)
        self._sent_names = sent_names
        self._capabilities = capabilities
        self._open_form = open_form
        self._form = open_form(capabilities)
        self._taken: tuple[Message, ...] = ()
        self._formed = 0

    def begins(
        self,
        messages: tuple[Message, ...],
        sent_names: Mapping[str, str],
        capabilities: Capabilities,
        open_form: OpenForm,
    ) -> bool:
        """The very same messages, not equal ones: to compare texts would cost what is to be saved."""
        return (
            len(self._taken) <= len(messages)
            and all(map(is_, self._taken, messages))
            and self._open_form is open_form
            and self._sent_names == sent_names
            and self._capabilities == capabilities
        )

    def take(self, messages: tuple[Message, ...]) -> None:
        for message in without_unseen(messages[len(self._taken) :], self._capabilities):
            self.history.add(message)
        self._taken = messages

    def conversation(self) -> Conversation:
        written = self.history.messages
        for message in islice(written, self._formed, None):
            self._form.add(message)
        self._formed = len(written)
        return Conversation(self.history.instructions, [*self._form.entries(), *self._ending()])

    def _ending(self) -> list[dict[str, Any]]:
        """In this request alone. It stands behind words of the model, so that no form joins it to them."""
        form = self._open_form(self._capabilities)
        for message in self.history.ending():
            form.add(message)
        return form.entries()
