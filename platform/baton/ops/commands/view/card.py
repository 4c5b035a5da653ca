"""The card of an approval: everything a person needs to decide, always in the same order.

Nothing of it is shortened but the words of others, and those say how much is missing. The sentence comes from
the tool's template and the validated arguments, never from a model.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from baton.core.visible import visible
from baton.ops.commands.view.foreign import is_empty, long, value_lines
from baton.ops.commands.view.layout import fold, paragraph, quoted
from baton.ops.commands.view.statuses import approval_status
from baton.ops.commands.view.times import left, moment, span
from baton.ops.commands.view.words import because_text, effect_text, person, rule_text, worker_name
from orchestration.engine.bodies import Text as RecordText
from orchestration.engine.states import ApprovalState
from orchestration.engine.view import ApprovalView, RunView

DIGEST_SIGNS = 8
_SOON = timedelta(minutes=15)
_LABEL = 14
_WIDEST = 100
_RISKS = {"low": ("low risk", "dim"), "medium": ("medium risk", "yellow"), "high": ("high risk", "bold red")}


@dataclass(frozen=True, slots=True)
class Card:
    """One approval with what led to it."""

    approval: ApprovalView
    agent: str
    asked: RecordText
    """What the run was asked: a customer's words, mostly."""
    asked_by: str
    said: RecordText
    """What the model wrote beside the call."""
    thought: RecordText
    place: int = 1
    of: int = 1
    risk: str | None = None
    grace_seconds: int = 0
    execute_within_seconds: int | None = None


def card_of(view: RunView, approval: ApprovalView, detail: Mapping[str, Any] | None = None) -> Card:
    """The card of an approval that stands in the view; `detail` is what the API says beyond its events."""
    known = detail or {}
    call = next((each for each in view.calls if each.id == approval.call), None)
    step = next((each for each in view.steps if call is not None and each.id == call.step), None)
    pending = [each.id for each in view.pending_approvals]
    return Card(
        approval=approval,
        agent=worker_name(view, {"call": approval.call}),
        asked=view.input,
        asked_by=person(view.requester),
        said=step.text if step else "",
        thought=step.reasoning if step else "",
        place=pending.index(approval.id) + 1 if approval.id in pending else 1,
        of=max(len(pending), 1),
        risk=known.get("risk"),
        grace_seconds=known.get("grace_seconds", 0),
        execute_within_seconds=known.get("execute_within_seconds"),
    )


def draw_card(card: Card, console: Console, now: datetime) -> list[Text]:
    """The rows of the card."""
    approval = card.approval
    return [
        _title(card, console),
        Text(),
        *paragraph(Text(visible(approval.sentence or _no_sentence(approval)), "bold"), console, 2),
        Text(),
        *_target(approval, console),
        *_expiry(card, console, now),
        Text(),
        *_arguments(approval.arguments, console),
        Text(),
        *_fact("Why asked", Text(f"{rule_text(approval.rule) or 'The policy asks for a person'}."), console),
        *_again(approval, console),
        Text(),
        *_what_led_to_it(card, console),
        Text(),
        *_fact("Digest", Text(approval.digest[:DIGEST_SIGNS]), console),
    ]


def _title(card: Card, console: Console) -> Text:
    status = approval_status(card.approval.state)
    title = Text("── ", "dim")
    title.append(f"{status.shape.sign} {status.word}", f"bold {status.shape.colour}")
    if card.of > 1 and card.approval.state is ApprovalState.PENDING:
        title.append(f", {card.place} of {card.of}", status.shape.colour)
    if card.risk in _RISKS:
        title.append(f", {_RISKS[card.risk][0]}", _RISKS[card.risk][1])
    title.append(" ")
    title.append("─" * max(0, min(console.width, _WIDEST) - title.cell_len), "dim")
    return title


def _no_sentence(approval: ApprovalView) -> str:
    return f"Call {approval.tool or 'a tool'}"


def _target(approval: ApprovalView, console: Console) -> Iterator[Text]:
    host = visible(approval.host) if approval.host else "an address that cannot be told"
    name = visible(approval.credential or "")
    credential = f"the credential “{name}”" if name else "no credential"
    tool = visible(approval.tool or "a tool")
    yield from _fact("Goes to", Text(f"{host} with {credential}, by {tool}."), console)
    effect = effect_text(approval.effect_class)
    if effect:
        yield from _fact("", Text(effect), console)


def _expiry(card: Card, console: Console, now: datetime) -> Iterator[Text]:
    approval = card.approval
    if approval.expires_at:
        remaining = left(approval.expires_at, now)
        text = Text("If nobody decides by ")
        text.append(
            f"{moment(approval.expires_at, now)} (in {span(remaining)})",
            "bold red" if remaining < _SOON else "",
        )
        text.append(f", it does not run and {card.agent} is told.")
        yield from _fact("Until", text, console)
    if card.execute_within_seconds is not None:
        within = span(timedelta(seconds=card.execute_within_seconds))
        first = "it runs at once,"
        if card.grace_seconds:
            grace = span(timedelta(seconds=card.grace_seconds))
            first = f"it can be taken back for {grace}; then it runs,"
        limit = f"Once approved {first} and not later than {within} after."
        yield from _fact("", Text(limit), console)


def _arguments(arguments: Any, console: Console) -> Iterator[Text]:
    """In full, one below the other; a text of several lines has a bar before each."""
    if not isinstance(arguments, Mapping) or not arguments:
        yield from _fact("Arguments", Text("none"), console)
        return
    yield Text("  Arguments", "dim")
    names = {name: visible(str(name)) for name in arguments}
    column = min(max(cell_len(name) for name in names.values()), 20)
    for name, value in arguments.items():
        yield from _argument(names[name], value, column, console)


def _argument(name: str, value: Any, column: int, console: Console) -> Iterator[Text]:
    lines = value_lines(value)
    bar = "│ " if isinstance(value, str) and len(lines) > 1 else ""
    start = 4 + column + 2
    head = Text.assemble(("    " + name, "dim"))
    if head.cell_len > start - 2:  # a name too long for the column stands alone
        yield from paragraph(Text(name, "dim"), console, 4)
        head = Text()
    for line in lines:
        for row in fold(line, console.width - start - len(bar)):
            head.append(" " * (start - head.cell_len))
            head.append(bar, "dim")
            head.append(row)
            yield head
            head = Text()


def _again(approval: ApprovalView, console: Console) -> Iterator[Text]:
    because = because_text(approval.because)
    if because:
        yield from _fact("Asked again", Text(f"{because[0].upper()}{because[1:]}.", "bold"), console)


def _what_led_to_it(card: Card, console: Console) -> Iterator[Text]:
    notice = "What led to it, in the words of others. Nobody has checked them."
    yield from paragraph(Text(notice, "dim"), console, 2)
    for who, words in (
        (f"{card.asked_by} wrote:", card.asked),
        ("The model wrote:", card.said),
        ("The model thought:", card.thought),
    ):
        if not is_empty(words):
            yield from paragraph(Text(who, "dim"), console, 4)
            yield from quoted(long(words), console, 4)
    if is_empty(card.said) and is_empty(card.thought):
        yield from paragraph(Text("The model wrote nothing beside the call.", "dim"), console, 4)


def _fact(label: str, text: Text, console: Console) -> Iterator[Text]:
    """A label and what it says, wrapped beside it."""
    for place, row in enumerate(paragraph(text, console, 2 + _LABEL)):
        if place:
            yield row
        else:
            yield Text("  ") + Text(label.ljust(_LABEL), "dim") + row[2 + _LABEL :]
