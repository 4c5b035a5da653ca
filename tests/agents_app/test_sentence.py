"""The sentence a person decides by."""

from typing import Any

import pytest

from agents_app.sentence import check_template, fill_sentence
from baton.core.errors import Unprocessable
from baton.core.visible import visible

TEMPLATE = "Refund {amount} to {customer} for order {order}"


def test_the_template_is_filled_from_the_arguments() -> None:
    arguments = {"amount": 89.5, "customer": "Ann Lee", "order": "NL-1042", "reason": "damaged"}

    assert fill_sentence(TEMPLATE, "issue_refund", arguments) == "Refund 89.5 to Ann Lee for order NL-1042"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "Call issue_refund with no arguments"),
        ({"order": "x"}, "Call issue_refund with 1 argument: order"),
        (
            {"reason": "", "order": "", "customer": "", "amount": 1},
            "Call issue_refund with 4 arguments: amount, customer, order, reason",
        ),
    ],
)
def test_a_tool_without_a_template_is_named_with_its_arguments(
    arguments: dict[str, Any], sentence: str
) -> None:
    assert fill_sentence(None, "issue_refund", arguments) == sentence


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (240, "240"),
        (1240.5, "1240.5"),
        (True, "true"),
        (None, "null"),
        (["b", {"z": 1, "a": "é"}], '["b",{"a":"é","z":1}]'),
        ("", ""),
        ("None", "None"),
        ("{order}", "{order}"),
        ("line one\nline two", "line one⟨U+000A⟩line two"),
        ("\x1b[2J", "⟨U+001B⟩[2J"),
        ("ann@x.example\u202egro.live", "ann@x.example⟨U+202E⟩gro.live"),
        ("a\u200bb\u2066c\ufeff", "a⟨U+200B⟩b⟨U+2066⟩c⟨U+FEFF⟩"),
        ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("⟨U+202E⟩", "⟨U+27E8⟩U+202E⟩"),
        ("50\u00a0€", "50⟨U+00A0⟩€"),
    ],
)
def test_values_are_shown_whole_and_what_is_hidden_is_spelled_out(value: Any, shown: str) -> None:
    assert fill_sentence("<{v}>", "t", {"v": value, "order": "never"}) == f"<{shown}>"


def test_long_values_are_not_cut() -> None:
    assert fill_sentence("{v}", "t", {"v": "x" * 60_000}) == "x" * 60_000


def test_a_missing_optional_argument_is_said_to_be_missing() -> None:
    assert fill_sentence("Refund {amount}", "t", {}) == "Refund (not given)"


def test_doubled_braces_are_braces() -> None:
    assert fill_sentence("{{{v}}}", "t", {"v": 1}) == "{1}"


@pytest.mark.parametrize(
    ("template", "code"),
    [
        ("Refund {amont}", "sentence_unknown_argument"),
        ("Refund {amount.__class__}", "sentence_unknown_argument"),
        ("Refund {amount!r}", "sentence_malformed"),
        ("Refund {amount", "sentence_malformed"),
        ("Refund }", "sentence_malformed"),
        ("   ", "sentence_empty"),
        ("x" * 501, "sentence_too_long"),
        ("Refund \u202e{amount}", "sentence_invisible_character"),
    ],
)
def test_a_template_that_could_mislead_is_a_definition_error(template: str, code: str) -> None:
    with pytest.raises(Unprocessable) as caught:
        check_template(template, frozenset({"amount"}))

    assert caught.value.code == code


def test_a_good_template_passes() -> None:
    check_template(TEMPLATE, frozenset({"amount", "customer", "order", "reason"}))


def test_no_two_texts_are_made_equal_by_showing_them() -> None:
    texts = [
        "a b",
        "a\u00a0b",
        "a\u200bb",
        "ab",
        "a⟨U+200B⟩b",
        "a\u2028b",
        "a\u3164b",
        "a\ufe0fb",
        "a\u034fb",
    ]

    assert len({visible(text) for text in texts}) == len(texts)


def test_ordinary_text_of_any_script_is_left_as_it_is() -> None:
    text = "Zoë Ångström, 東京, Ψ, עברית, € 1.240,00 - 🙂"

    assert visible(text) == text
