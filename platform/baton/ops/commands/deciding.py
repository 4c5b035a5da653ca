"""A person decides about one approval at the terminal: the card, the question, the answer to the server."""

from collections.abc import Callable
from enum import Enum

from rich.text import Text

from baton.core.clock import now
from baton.core.visible import visible
from baton.ops.client.api import Api, Json
from baton.ops.client.bound_card import BrokenCard, read_card
from baton.ops.client.errors import Refused, ServerAway
from baton.ops.client.patience import Patience
from baton.ops.commands.keyboard import Interrupted, Keyboard, NoMoreInput
from baton.ops.commands.screen import Screen
from baton.ops.commands.view.card import card_of, draw_card
from baton.ops.commands.view.outcome import already_over, in_grace, just_decided, lost_race
from orchestration.engine.states import ApprovalState
from orchestration.engine.view import RunView

_CHOICES = "  a approve    r reject, with a reason    l leave for later"
_PROMPT = "  > "
_REASON = "  Reason, as the agent is told it (Enter alone goes back): "
_HELP = "  Write a, r or l, then Enter."
_CHANGED = frozenset({"version_conflict", "approval_digest_mismatch"})


class Outcome(Enum):
    """What became of asking about one approval."""

    SETTLED = "settled"
    """Decided, by this person or by somebody else, or over in another way."""
    HELD = "held"
    """Decided, and not counting yet: it may be taken back, and would then be asked about again."""
    LEFT = "left"


class Decider:
    """Asks about approvals of a followed run, one at a time."""

    def __init__(self, api: Api, screen: Screen, keyboard: Keyboard, patience: Patience) -> None:
        self._api = api
        self._screen = screen
        self._keyboard = keyboard
        self._patience = patience
        self._told: set[tuple[str, int]] = set()

    def decide(self, view: RunView, approval_id: str) -> Outcome:
        """Show the card and ask until it is decided, by whomever, or left for later."""
        while True:
            detail = self._patience.call(lambda: self._api.approval(approval_id))
            if detail["state"] != ApprovalState.PENDING:
                self._say(already_over(detail))
                return Outcome.SETTLED
            if detail.get("held"):
                return self._wait_for(detail, in_grace(detail))
            try:
                approval = read_card(detail)
            except BrokenCard as error:
                self._say(str(error))
                return Outcome.LEFT
            card = card_of(view, approval, detail)
            self._screen.rest()
            self._screen.show([Text(), *draw_card(card, self._screen.console, now()), Text()])
            try:
                outcome = self._ask(detail)
            except Interrupted:
                self._say("The card is no longer open.")
                continue
            except NoMoreInput:
                return Outcome.LEFT
            if outcome is not None:
                return outcome

    def _ask(self, detail: Json) -> Outcome | None:
        """None: the card changed while it was looked at, so it is shown again."""
        self._keyboard.forget_early_keys()
        self._screen.show([Text(_CHOICES)])
        is_void = self._watch(detail)
        while True:
            word, _, rest = self._keyboard.ask(_PROMPT, is_void).partition(" ")
            match word.lower():
                case "a" | "approve":
                    return self._send(detail, "approve", rest.strip())
                case "r" | "reject":
                    reason = rest.strip() or self._keyboard.ask(_REASON, is_void)
                    if reason:
                        return self._send(detail, "reject", reason)
                case "l" | "later" | "leave":
                    return Outcome.LEFT
                case _:
                    self._screen.show([Text(_HELP, "dim")])

    def _watch(self, detail: Json) -> Callable[[], bool]:
        """Whether the card was decided or replaced meanwhile; a server that is away has decided nothing."""

        def is_void() -> bool:
            try:
                current = self._api.approval(detail["id"])
            except (ServerAway, Refused):
                return False
            return bool(current["version"] != detail["version"] or current["state"] != detail["state"])

        return is_void

    def _send(self, detail: Json, decision: str, reason: str) -> Outcome | None:
        body = {"decision": decision, "digest": detail["digest"], "reason": reason}
        try:
            answer = self._patience.call(lambda: self._api.decide(detail["id"], body, detail["version"]))
        except Refused as error:
            if error.code in _CHANGED:
                self._say("It changed while you looked at it; here it is as it is now.")
                return None
            if error.status in (401, 403):
                self._say(visible(error.message))
                return Outcome.LEFT
            answer = self._patience.call(lambda: self._api.approval(detail["id"]))
            if answer.get("held"):
                return self._wait_for(answer, lost_race(error))
            self._say(lost_race(error))
        else:
            if answer.get("held"):
                return self._wait_for(answer, just_decided(answer))
        self._screen.show([Text()])
        return Outcome.SETTLED

    def _wait_for(self, detail: Json, sentence: str) -> Outcome:
        """Say once that it is decided; it is asked about no more, unless it is taken back."""
        if (detail["id"], detail["version"]) not in self._told:
            self._told.add((detail["id"], detail["version"]))
            self._say(sentence)
        return Outcome.HELD

    def _say(self, sentence: str) -> None:
        self._screen.rest()
        self._screen.notice(sentence)
