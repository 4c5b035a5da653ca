"""What `baton approve` and `baton reject` share: the card, a last question, and the decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click
from rich.text import Text

from baton.core.clock import now
from baton.ops.client.api import Api, Json
from baton.ops.client.bound_card import read_card
from baton.ops.client.errors import ClientError, ExitCode, Refused
from baton.ops.client.feed import Feed
from baton.ops.client.patience import Patience
from baton.ops.commands.find import find_approval
from baton.ops.commands.keyboard import Keyboard, NoMoreInput, is_interactive
from baton.ops.commands.plainly import open_api, print_json
from baton.ops.commands.screen import Screen, open_console
from baton.ops.commands.view.card import DIGEST_SIGNS, card_of, draw_card
from baton.ops.commands.view.narrator import Narrator
from baton.ops.commands.view.outcome import already_over, in_grace, just_decided, lost_race
from orchestration.engine.states import ApprovalState
from orchestration.engine.view import RunView

_A_MOMENT = 1.5
_SHORTEST_DIGEST = DIGEST_SIGNS


class OtherCard(ClientError):
    """The card is not the one whose digest was given."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A decision as it was given on the command line."""

    decision: str
    reason: str
    yes: bool
    digest: str | None
    as_json: bool


def settle(given: str, wish: Wish) -> ExitCode:
    """Decide one approval; show its card first, unless a digest says which card was seen."""
    _refuse_unseen(wish)
    api = open_api()
    detail = api.approval(find_approval(api, given))
    if detail["state"] != ApprovalState.PENDING:
        click.echo(already_over(detail), err=True)
        return _code_of(wish, detail.get("decision") or {})
    if detail.get("held"):
        click.echo(in_grace(detail), err=True)
        return _code_of(wish, detail["held"])
    approval = read_card(detail)
    if wish.digest is not None and not detail["digest"].startswith(wish.digest.lower()):
        raise OtherCard(
            f"The card is not the one you have seen: its digest is {detail['digest'][:DIGEST_SIGNS]}..."
        )
    if not wish.as_json:
        screen = Screen(open_console())
        card = card_of(_view_of(api, detail), approval, detail)
        screen.show([*draw_card(card, screen.console, now()), Text()])
    if not (wish.yes or wish.digest) and not _confirmed(wish.decision):
        click.echo("Nothing was decided.")
        return ExitCode.UNDECIDED
    return _send(api, detail, wish)


def _refuse_unseen(wish: Wish) -> None:
    if wish.digest is not None and len(wish.digest) < _SHORTEST_DIGEST:
        raise click.UsageError(f"Give at least the first {_SHORTEST_DIGEST} signs of the digest.")
    if not (wish.yes or wish.digest) and (wish.as_json or not is_interactive()):
        raise click.UsageError(
            "Nobody can be asked here: say --yes, or --digest with the digest of the card that was seen."
        )


def _view_of(api: Api, detail: Json) -> RunView:
    """The run as its events tell it: what led to the call."""
    feed = Feed(api, detail["run"]["id"])
    narrator = Narrator()
    while True:
        page = feed.poll()
        narrator.hear(page.records)
        if page.caught_up:
            return narrator.view


def _confirmed(decision: str) -> bool:
    keyboard = Keyboard()
    keyboard.forget_early_keys()
    try:
        answer = keyboard.ask(f"{decision.capitalize()} it? y/N ", _never)
    except NoMoreInput:
        return False
    return answer.lower() in ("y", "yes")


def _never() -> bool:
    """The server says so when the decision comes too late."""
    return False


def _code_of(wish: Wish, decision: Mapping[str, Any]) -> ExitCode:
    """What was wished stands, whoever decided it: a script that runs twice ends well twice."""
    return ExitCode.COMPLETED if decision.get("decision") == wish.decision else ExitCode.NOT_COMPLETED


def _send(api: Api, detail: Json, wish: Wish) -> ExitCode:
    body = {"decision": wish.decision, "digest": detail["digest"], "reason": wish.reason}
    try:
        answer = Patience(_A_MOMENT).call(lambda: api.decide(detail["id"], body, detail["version"]))
    except Refused as error:
        if error.status in (401, 403):
            raise
        click.echo(lost_race(error), err=True)
        return _code_of(wish, error.details)
    if wish.as_json:
        print_json(answer)
        return ExitCode.COMPLETED
    click.echo(just_decided(answer))
    click.echo(f"See what becomes of it with: baton follow {detail['run']['id']}")
    return ExitCode.COMPLETED
