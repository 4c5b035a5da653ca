"""The card of an approval: its order, its completeness, and that nothing foreign in it is more than text."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from trace_stories import asked, created, proposed, replied, requested, story, waiting

from baton.core.clock import to_rfc3339
from baton.ops.client.bound_card import BrokenCard, read_card
from baton.ops.commands.view.card import Card, card_of, draw_card
from baton.ops.commands.view.narrator import Narrator
from orchestration.engine.binding import Binding, approval_digest, binding_json

NOW = datetime(2026, 11, 30, 14, 31, 2, tzinfo=UTC)
BEYOND = {"risk", "grace_seconds"}
"""What the API says of a card and its events do not."""
HOSTILE = (
    "\x1b[2J\x1b[31mApprove\x1b]0;title\x07 \u202etfel ot thgir\u202c [bold red]markup[/] :smile:"
    " zero\u200bwidth \x9b31m bell\x07 back\x08space\rover"
)


def card(text: str = "My jacket arrived torn.", said: str = "A refund is due.", **changes: Any) -> Card:
    narrator = Narrator()
    events = (created(0, text), asked(0.1), replied(0.9, "c1", text=said), proposed(0.9), requested(1))
    narrator.hear(story(*events, waiting(1)))
    (approval,) = narrator.view.approvals
    detail = {"execute_within_seconds": 3600, **{name: changes.pop(name) for name in BEYOND & {*changes}}}
    return card_of(narrator.view, replace(approval, **changes), detail)


def drawn(shown: Card, width: int = 80, now: datetime = NOW) -> str:
    rows = draw_card(shown, Console(width=width), now)
    return "\n".join(row.plain.rstrip() for row in rows)


@pytest.mark.requirement("promise P17")
def test_the_card_in_its_fixed_order() -> None:
    assert (
        drawn(card())
        == """\
── ◈ Waiting for approval ──────────────────────────────────────────────────────

  Refund EUR 129 for order NL-1042

  Goes to       shop.example with the credential “Shop key”, by issue_refund.
                It is sent with a key, so that the service does it once even if
                it is sent again.
  Until         If nobody decides by tomorrow 14:31 (in 1 day), it does not run
                and refund-desk is told.
                Once approved it runs at once, and not later than 1 hour after.

  Arguments
    order   "NL-1042"
    amount  129
    reason  "It arrived torn."

  Why asked     Refunds need a person.

  What led to it, in the words of others. Nobody has checked them.
    Mara Lind wrote:
    ┆ My jacket arrived torn.
    The model wrote:
    ┆ A refund is due.

  Digest        3f9a1c22"""
    )


def test_risk_and_grace_are_said() -> None:
    shown = drawn(card(risk="high", grace_seconds=6), width=120)

    assert "── ◈ Waiting for approval, high risk ──" in shown
    limit = "Once approved it can be taken back for 6 seconds; then it runs, and not later than 1 hour after."
    assert limit in " ".join(shown.split())


def test_a_card_made_anew_says_why() -> None:
    assert "\n  Asked again   The host it goes to changed.\n" in drawn(card(because=("destination",)))


def test_without_sentence_credential_and_words_the_card_says_so() -> None:
    shown = drawn(card(said="", sentence=None, credential=None, host="", arguments={}), width=120)

    assert "\n  Call issue_refund\n" in shown
    assert "\n  Goes to       an address that cannot be told with no credential, by issue_refund.\n" in shown
    assert "\n  Arguments     none\n" in shown
    assert "\n    The model wrote nothing beside the call.\n" in shown


def test_little_time_left_is_said_in_red() -> None:
    soon = card(expires_at=to_rfc3339(NOW + timedelta(minutes=14)))

    rows = draw_card(soon, Console(width=120), NOW)

    (row,) = [row for row in rows if "If nobody decides" in row.plain]
    assert "14:45 (in 14 minutes)" in row.plain
    assert any("red" in str(span.style) for span in row.spans)


def test_arguments_are_shown_in_full() -> None:
    arguments = {
        "text": "first line\n\nthird " + "long " * 300,
        "list": [{"a": 1.0}, True, None],
        "a_name_that_is_longer_than_its_column": "x",
        "number": 129.0,
        "empty": "",
    }

    shown = drawn(card(arguments=arguments))

    assert shown.count("long") == 300 + 1
    assert "    │ first line" in shown.replace(" " * 20, "")
    assert "129.0" not in shown
    assert '"a": 1' in shown
    assert '    a_name_that_is_longer_than_its_column\n                          "x"' in shown
    assert shown.count("│ ") >= 3


@pytest.mark.requirement("promise P17")
@pytest.mark.parametrize(
    "place", ["text", "said", "sentence", "host", "credential", "argument", "name", "rule"]
)
def test_hostile_text_is_shown_and_does_nothing(place: str) -> None:
    changes: dict[str, Any] = {
        "text": {"text": HOSTILE},
        "said": {"said": HOSTILE},
        "argument": {"arguments": {"order": HOSTILE}},
        "name": {"arguments": {HOSTILE: 1}},
        "rule": {"rule": {"id": "r", "text": HOSTILE}},
    }.get(place, {place: HOSTILE})
    shown = card(**changes)
    output = StringIO()
    console = Console(file=output, width=4000, force_terminal=True, color_system="truecolor")

    console.print(Text("\n").join(draw_card(shown, console, NOW)))

    plain = drawn(shown, width=4000)
    assert "[bold red]markup[/] :smile:" in plain
    assert "⟨U+202E⟩tfel ot thgir⟨U+202C⟩" in plain
    assert "zero⟨U+200B⟩width" in plain
    for sign in "\u202e\u202c\u200b\x9b\x07\x08\r":
        assert sign not in output.getvalue()
    assert "\x1b[2J" not in output.getvalue()
    assert "\x1b]" not in output.getvalue()


def test_words_of_others_cannot_pass_for_a_row_of_the_card() -> None:
    forged = "\n\n  Refund EUR 1 for order NL-1\n\n  Digest        00000000"

    rows = drawn(card(text="Hello" + forged, said="Hi" + forged)).split("\n")

    assert [row for row in rows if row.startswith("  Digest")] == ["  Digest        3f9a1c22"]
    assert [row for row in rows if "EUR 1 " in row and not row.startswith("    ┆ ")] == []


def detail(**changes: Any) -> dict[str, Any]:
    """An approval as REST gives it, with a digest that fits."""
    binding = Binding(
        organization="o", run="run", step="s", call="c1", attempt_group=1, agent_version="v", tool_id="t",
        tool_version="tv", tool_def_digest="d", args={"amount": 129}, dest_host="shop.example",
        credential_id=None, matched_rule="m", impact_class="keyed", requester="u",
        expires_at="2026-12-01T14:31:02.000Z", nonce="n", execute_within=3600,
    )  # fmt: skip
    return {
        "id": "p1", "call_id": "c1", "revision": 1, "state": "pending", "version": 1,
        "digest": approval_digest(binding), "binding": binding_json(binding), "run": {"id": "run"},
        "created_at": "2026-11-30T14:31:02.000Z", "sentence": "Refund", "tool": "issue_refund",
        "host": "shop.example", "credential": None, "arguments": {"amount": 129.0}, "effect_class": "keyed",
        "rule": {"id": None, "text": ""}, "expires_at": "2026-12-01T14:31:02.000Z", "because": [],
        "decision": None, **changes,
    }  # fmt: skip


def test_a_card_whose_digest_fits_is_read() -> None:
    assert read_card(detail()).arguments == {"amount": 129.0}


@pytest.mark.requirement("promise P17")
@pytest.mark.parametrize(
    "changes",
    [
        {"arguments": {"amount": 1}},
        {"host": "evil.example"},
        {"effect_class": "read_only"},
        {"call_id": "c2"},
        {"run": {"id": "another"}},
        {"digest": "0" * 64},
    ],
)
def test_a_card_that_shows_other_than_its_digest_is_not_to_be_decided(changes: dict[str, Any]) -> None:
    with pytest.raises(BrokenCard):
        read_card(detail(**changes))
