"""What this process has opened is in none of its log lines, however it got there."""

import html
import json
import logging
from urllib.parse import quote, quote_plus

import pytest

from baton.core.hiding import HIDDEN, begun, hide, spellings
from baton.secrets.known import KnownValues, hide_known, remember_tried
from baton.secrets.logs import HidingFormatter

CANARY = 'canary "value" + <0002>/x='


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> KnownValues:
    values = KnownValues()
    monkeypatch.setattr("baton.secrets.known.KNOWN", values)
    return values


@pytest.mark.parametrize(
    "spelt",
    [
        CANARY,
        json.dumps(CANARY)[1:-1],
        json.dumps(CANARY)[1:-1].replace("/", "\\/"),
        quote(CANARY, safe=""),
        quote("canary", safe="") + quote(CANARY.removeprefix("canary"), safe="").lower(),
        quote(CANARY),
        quote_plus(CANARY),
        html.escape(CANARY),
    ],
)
def test_a_secret_is_hidden_however_it_is_spelt(spelt: str) -> None:
    assert hide(f"key={spelt}!", [CANARY]) == f"key={HIDDEN}!"


def test_one_secret_within_another_does_not_leave_a_rest() -> None:
    assert hide("abcdefgh-tail abcdefgh", ["abcdefgh", "abcdefgh-tail"]) == f"{HIDDEN} {HIDDEN}"


def test_short_values_are_not_looked_for() -> None:
    assert hide("a yes is a yes", ["yes", ""]) == "a yes is a yes"


def test_a_key_that_is_only_tried_is_hidden_and_blots_out_no_word_of_the_logs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("baton.secrets.known.TRIED", KnownValues(2))

    for value in ("baton.api", "canary-key-number-1", "canary-key-number-2", "canary-key-number-3"):
        remember_tried(value)

    assert hide_known("baton.api canary-key-number-3") == f"baton.api {HIDDEN}"
    assert "number-1" in hide_known("canary-key-number-1")


@pytest.mark.requirement("promise P30")
def test_a_log_line_hides_what_came_in_by_message_argument_or_exception(known: KnownValues) -> None:
    known.remember([CANARY])
    formatter = HidingFormatter("%(levelname)s %(message)s")
    try:
        raise ValueError(f"refused {CANARY}")
    except ValueError as error:
        record = logging.LogRecord(
            "x", 40, "f", 1, "sent %s", (CANARY,), (ValueError, error, error.__traceback__)
        )

    line = formatter.format(record)

    assert CANARY not in line
    assert line.count(HIDDEN) == 2
    assert "ValueError: refused" in line


def test_the_oldest_values_are_forgotten_after_many(known: KnownValues) -> None:
    known.remember(f"value-number-{n}" for n in range(2_010))

    assert known.hide_in("value-number-9.") == "value-number-9."
    assert known.hide_in("value-number-2009.") == f"{HIDDEN}."


@pytest.mark.parametrize(
    ("text", "secrets", "held_back"),
    [
        ("a key: stars-as", ["stars-as"], 8),
        ("a key: abcabcab.", ["abcabcab"], 0),
        ("a key: abcabcab", ["abcabcab"], 8),
        ("a key: token-abc", ["token-abc", "abc-longer"], 9),
        ("a key: token-abc", ["token-abc", "bc-more", "my key: token"], 9),
        ("a key: abcdef", ["abcdef", "abcdefgh"], 6),
    ],
)
def test_a_whole_secret_is_not_cut_where_another_may_begin(
    text: str, secrets: list[str], held_back: int
) -> None:
    assert begun(text, spellings(secrets)) == held_back


@pytest.mark.parametrize(
    ("text", "held_back"),
    [
        ("nothing", 0),
        ("a key: sec", 3),
        ("a key: secret-valu", 11),
        ("secret-value", 0),
        ("secret-value s", 1),
    ],
)
def test_the_beginning_of_a_secret_is_held_back_until_it_is_one(text: str, held_back: int) -> None:
    assert begun(text, spellings(["secret-value"])) == held_back
