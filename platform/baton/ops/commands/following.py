"""Following a run to its end, whatever happens to the server in between; for people and for programs."""

import json
import sys
import time
from typing import Protocol

import click

from baton.ops.client.api import Api
from baton.ops.client.errors import ExitCode
from baton.ops.client.feed import Feed, Page
from baton.ops.client.patience import Patience
from orchestration.engine.states import RUN_ENDS, RunStatus, WaitingFor

_QUICK, _SLOW = 0.05, 0.5


class Audience(Protocol):
    """Who hears the events of a run."""

    def hear(self, page: Page) -> ExitCode | None:
        """What is new; an exit code when there is nothing more to wait for."""
        ...


class Pace:
    """Looks often while things happen, and twice a second while nothing does."""

    def __init__(self) -> None:
        self._pause = _QUICK

    def pause_after(self, page: Page) -> float:
        """Seconds until the next look."""
        if not page.caught_up:
            return 0.0
        self._pause = _QUICK if page.items else min(self._pause * 1.3, _SLOW)
        return self._pause


def follow(api: Api, run_id: str, audience: Audience, patience: Patience) -> ExitCode:
    """Until the audience has heard enough. Every event is given to it once."""
    feed = Feed(api, run_id)
    pace = Pace()
    while True:
        page = patience.call(feed.poll)
        code = audience.hear(page)
        if code is not None:
            return code
        time.sleep(pace.pause_after(page))


def code_of(page: Page) -> ExitCode | None:
    """The exit code of a run at its end; None while it goes on."""
    if not page.caught_up:
        return None
    if page.status == RunStatus.COMPLETED:
        return ExitCode.COMPLETED
    # What needs attention may still be joined by the results of calls that were under way.
    over = page.status in RUN_ENDS or (page.status == RunStatus.NEEDS_ATTENTION and not page.items)
    return ExitCode.NOT_COMPLETED if over else None


def waits_for_approval(page: Page) -> bool:
    return page.caught_up and page.status == RunStatus.WAITING and WaitingFor.APPROVAL in page.waiting_for


class Programs:
    """Events as lines of JSON on stdout, and nothing else there."""

    def __init__(self, run_id: str, wait: bool) -> None:
        self._run_id = run_id
        self._wait = wait

    def hear(self, page: Page) -> ExitCode | None:
        for item in page.items:
            sys.stdout.write(json.dumps({"run": self._run_id, **item}) + "\n")
        sys.stdout.flush()
        if not self._wait and waits_for_approval(page):
            return ExitCode.UNDECIDED
        return code_of(page)


def patience_on_stderr() -> Patience:
    """For programs: what happens to the connection is said beside the output."""
    return Patience(
        on_away=lambda why: click.echo(f"{why} Trying again.", err=True),
        on_back=lambda: click.echo("The connection is back; nothing was lost.", err=True),
    )
