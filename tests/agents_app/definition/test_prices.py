"""Prices as a person writes them: read exactly, and what could be read in two ways is refused with its place."""

from datetime import date
from decimal import Decimal

import pytest

from agents_app.definition.diagnostics import Findings, InvalidDefinition
from agents_app.definition.document import read_document
from agents_app.definition.prices import read_prices
from agents_app.prices import Price

GOOD = "- {provider: openai_chat, model: m, from: 2026-11-01, currency: USD, input: 2.50, output: 10}"


def read(text: str) -> tuple[Price, ...]:
    findings = Findings()
    prices = read_prices(read_document(text, findings), findings)
    findings.raise_if_any()
    return prices


def codes(text: str) -> list[tuple[str, int]]:
    with pytest.raises(InvalidDefinition) as refused:
        read(text)
    return [(each.code, each.line) for each in refused.value.diagnostics]


def test_a_price_is_read_with_its_first_day() -> None:
    assert read(GOOD) == (
        Price(
            provider="openai_chat",
            model="m",
            since=date(2026, 11, 1),
            currency="USD",
            input=Decimal("2.5"),
            output=Decimal(10),
        ),
    )


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("0.1", "0.1"),
        ('"0.10"', "0.1"),
        ("0", "0"),
        ("10", "10"),
        ("1000000", "1000000"),
        ("999999.999999", "999999.999999"),
        ("1e-6", "0.000001"),
        ("3.", "3"),
    ],
)
def test_money_is_exact_however_it_is_written(written: str, stored: str) -> None:
    (price,) = read(GOOD.replace("2.50", written))

    assert price.to_json()["input"] == stored
    assert Price.of(price.to_json()) == price


@pytest.mark.parametrize(
    "written",
    [
        "-1",
        "-0.5",
        ".inf",
        "NaN",
        '"NaN"',
        '"1e3"',
        '"1,5"',
        '"٣"',
        "true",
        "[1]",
        "1000000.1",
        "0.0000001",
        "free",
    ],
)
def test_what_is_no_exact_amount_is_refused(written: str) -> None:
    assert codes(GOOD.replace("2.50", written)) == [("invalid_money", 1)]


@pytest.mark.parametrize(
    "day", ["2026-02-30", '"20261101"', "2026-W44-7", "yesterday", '"2026-11-01T00:00:00Z"']
)
def test_a_day_is_written_in_one_way(day: str) -> None:
    assert codes(GOOD.replace("2026-11-01", day)) == [("invalid_day", 1)]


def test_two_prices_from_the_same_day_are_refused_at_the_second() -> None:
    assert codes(f"{GOOD}\n{GOOD.replace('2.50', '3')}") == [("duplicate_price", 2)]
    assert len(read(f"{GOOD}\n{GOOD.replace('2026-11-01', '2026-12-01')}")) == 2


def test_every_problem_of_a_price_is_told() -> None:
    found = codes("- {provider: '', model: m, currency: usd, input: 1, cost: 2}")

    assert sorted(code for code, _ in found) == [
        "invalid_currency",
        "required",
        "required",
        "required",
        "unknown_field",
    ]


def test_no_list_is_no_price_table() -> None:
    assert codes("free") == [("wrong_type", 1)]
    assert read_prices(None, Findings()) == ()
