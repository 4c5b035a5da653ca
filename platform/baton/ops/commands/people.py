"""A run followed by a person: the trace, the approvals, the answer."""

from rich.text import Text

from baton.core.clock import now, to_rfc3339
from baton.ops.client.api import Api
from baton.ops.client.errors import ExitCode
from baton.ops.client.feed import Page
from baton.ops.client.patience import Patience
from baton.ops.commands.deciding import Decider, Outcome
from baton.ops.commands.following import code_of, waits_for_approval
from baton.ops.commands.keyboard import Keyboard, is_interactive
from baton.ops.commands.screen import Screen
from baton.ops.commands.view.foreign import short, whole
from baton.ops.commands.view.layout import fold
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.narrator import Narrator
from baton.ops.commands.view.statuses import QUEUED
from orchestration.engine.bodies import BodyRef
from orchestration.engine.states import RunStatus
from orchestration.engine.view import ApprovalView


class People:
    """Shows events as they come; asks at an approval where a person can be asked."""

    def __init__(self, api: Api, run_id: str, screen: Screen, *, wait: bool, full: bool) -> None:
        self._api = api
        self._run_id = run_id
        self._screen = screen
        self._wait = wait
        self._narrator = Narrator(whole if full else short)
        self._left: set[str] = set()
        self._told: set[str] = set()
        self._settled: set[str] = set()
        self.patience = Patience(on_away=self._away, on_back=self._back)
        can_ask = wait and is_interactive()
        self._decider = Decider(api, screen, Keyboard(), self.patience) if can_ask else None

    def hear(self, page: Page) -> ExitCode | None:
        for line in self._narrator.hear(page.records):
            self._screen.show_line(line)
        self._say_what_goes_on(page)
        self._screen.refresh()
        if not page.caught_up:
            return None
        code = code_of(page)
        if code is not None:
            self._screen.rest()
            self._show_answer()
            return code
        self._ask()
        return self._give_up(page)

    def _ask(self) -> None:
        """One card at a time: what is decided goes on at once, and more may have happened since."""
        for approval in self._open():
            if self._decider is None:
                self._tell_how(approval)
            elif approval.id not in self._left:
                outcome = self._decider.decide(self._narrator.view, approval.id)
                if outcome is Outcome.HELD:
                    continue
                (self._left if outcome is Outcome.LEFT else self._settled).add(approval.id)
                return

    def _open(self) -> list[ApprovalView]:
        pending = self._narrator.view.pending_approvals
        return [each for each in pending if each.id not in self._settled]

    def _give_up(self, page: Page) -> ExitCode | None:
        """Whether the run waits for nothing but decisions that are not taken here."""
        pending = self._narrator.view.pending_approvals
        undecided = bool(pending) and all(each.id in self._left for each in pending)
        if not waits_for_approval(page) or not (undecided or not self._wait):
            return None
        self._screen.rest()
        for approval in pending:
            self._tell_how(approval)
        self._screen.notice("Come back to it with:")
        self._screen.notice(f"baton follow {self._run_id}")
        return ExitCode.UNDECIDED

    def _tell_how(self, approval: ApprovalView) -> None:
        if approval.id not in self._told:
            self._told.add(approval.id)
            self._screen.rest()
            self._screen.notice("Decide it with one of these:")
            self._screen.notice(f"baton approve {approval.id}")
            self._screen.notice(f"baton reject {approval.id} --reason ...")

    def _say_what_goes_on(self, page: Page) -> None:
        if page.status == RunStatus.QUEUED and page.caught_up:
            line = Line(to_rfc3339(now()), "Queued: no worker has taken it yet.", QUEUED, passing=True)
            self._screen.going_on(line)

    def _show_answer(self) -> None:
        output = self._narrator.view.output
        if output is None:
            return
        text = self._api.body(self._run_id, output.ref) if isinstance(output, BodyRef) else output
        rows = [row for line in whole(text).lines for row in fold(line, self._screen.console.width)]
        self._screen.show([Text(), *(Text(row) for row in rows)])

    def _away(self, why: str) -> None:
        self._screen.rest()
        self._screen.notice(f"{why} Trying again.")

    def _back(self) -> None:
        self._screen.notice("The connection is back; nothing was lost.")
