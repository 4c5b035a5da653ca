"""What an attempt costs: exact to a billionth, never twice, and never zero where nobody knows."""

import random
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import pytest

from agents_app.prices import MAX_NANO, Cost, Price, PriceList, cost_of
from agents_app.prices.shipped import SHIPPED_LIST

DAY = date(2026, 11, 30)


@dataclass(frozen=True)
class Used:
    input: int | None
    output: int | None
    cached: int | None = None


def price(given: str, output: str, cached: str | None = None, **changes: str) -> Price:
    said = {"provider": "openai_chat", "model": "m", "from": "2026-01-01", "currency": "USD"}
    money = {"input": given, "output": output} | ({} if cached is None else {"cached": cached})
    return Price.of(said | money | changes)


@pytest.mark.requirement("case S02")
def test_cached_tokens_are_charged_once_and_at_their_own_price() -> None:
    used = Used(262_960, 1_744, cached=257_955)

    assert cost_of(used, price("1.25", "10", "0.625")) == Cost("USD", 184_918_125)


def test_a_thousand_tokens_of_a_cheap_model_cost_more_than_nothing() -> None:
    assert cost_of(Used(1, 0), price("0.05", "0.40")) == Cost("USD", 50)
    assert cost_of(Used(1, 0), price("0.000001", "0")) == Cost("USD", 0)
    assert cost_of(Used(1_000, 0), price("0.000001", "0")) == Cost("USD", 1)


def test_a_discount_that_nobody_spoke_of_is_none() -> None:
    fresh = Cost("USD", 1_000_000)

    assert cost_of(Used(1_000, 0, cached=None), price("1", "1", "0.1")) == fresh
    assert cost_of(Used(1_000, 0, cached=400), price("1", "1")) == fresh


@pytest.mark.requirement("case S01")
@pytest.mark.parametrize("used", [Used(None, 5), Used(5, None), Used(None, None), Used(None, None, cached=5)])
def test_what_nobody_counted_has_no_cost(used: Used) -> None:
    assert cost_of(used, price("1", "1", "1")) is None


def test_without_a_price_there_is_no_cost() -> None:
    assert cost_of(Used(1, 1), None) is None


@pytest.mark.parametrize("used", [Used(1, 1, cached=2), Used(-1, 1), Used(1, -1), Used(1, 1, cached=-1)])
def test_counts_that_contradict_each_other_have_no_cost(used: Used) -> None:
    assert cost_of(used, price("1", "1", "1")) is None


def test_free_is_a_price_and_nothing_used_is_known_to_cost_nothing() -> None:
    assert cost_of(Used(10, 10), price("0", "0")) == Cost("USD", 0)
    assert cost_of(Used(0, 0), price("1", "1")) == Cost("USD", 0)


def test_a_cost_that_no_event_can_hold_is_unknown() -> None:
    dear = price("1000000", "0")

    assert cost_of(Used(MAX_NANO // 10**9, 0), dear) == Cost("USD", MAX_NANO // 10**9 * 10**9)
    assert cost_of(Used(MAX_NANO // 10**9 + 1, 0), dear) is None


def test_the_cost_is_the_exact_one_rounded_once_half_to_even() -> None:
    chance = random.Random(7)
    for _ in range(2_000):
        money = [Decimal(chance.randrange(0, 10**9)).scaleb(-6) for _ in range(3)]
        read = chance.randrange(0, 10**6)
        used = Used(read, chance.randrange(0, 10**6), cached=chance.randrange(0, read + 1))
        asked = price(*(str(each) for each in money))
        exact = Fraction(0)
        for tokens, amount in zip(
            (read - (used.cached or 0), used.output or 0, used.cached or 0), money, strict=True
        ):
            exact += Fraction(amount) * tokens * 1_000
        expected = Decimal(exact.numerator) / Decimal(exact.denominator)

        assert cost_of(used, asked) == Cost("USD", int(expected.to_integral_value(ROUND_HALF_EVEN)))


def test_reading_more_never_costs_less_and_caching_more_never_costs_more() -> None:
    chance = random.Random(8)
    asked = price("1.25", "10", "0.625")
    for _ in range(500):
        read, written = chance.randrange(0, 10**5), chance.randrange(0, 10**4)
        cached = chance.randrange(0, read + 1)
        costs = [
            cost_of(used, asked)
            for used in (
                Used(read, written, cached=read),
                Used(read, written, cached=cached),
                Used(read, written),
            )
        ]
        nano = [each.nano for each in costs if each]
        assert nano == sorted(nano)


def test_the_price_is_that_of_the_model_that_answered_else_of_the_one_that_was_asked_for() -> None:
    prices = PriceList([price("1", "1"), price("2", "2", model="m-2026-05-01")])
    used = Used(1_000_000, 0)

    assert prices.cost("openai_chat", "m-2026-05-01", "m", DAY, used) == Cost("USD", 2 * 10**9)
    assert prices.cost("openai_chat", "m-2026-08-01", "m", DAY, used) == Cost("USD", 10**9)
    assert prices.cost("openai_chat", "other", "another", DAY, used) is None
    assert prices.cost("anthropic_messages", "m", "m", DAY, used) is None


def test_a_list_finds_the_price_of_the_day() -> None:
    prices = PriceList([price("1", "1"), price("3", "3", **{"from": "2026-11-30"})])

    found = [
        prices.price_at("openai_chat", "m", day) for day in (date(2026, 11, 29), DAY, date(2025, 12, 31))
    ]

    assert [each and each.input for each in found] == [1, 3, None]


def test_shipped_prices_hold_for_both_apis_of_a_provider() -> None:
    both = [SHIPPED_LIST.price_at(each, "gpt-4o", DAY) for each in ("openai_chat", "openai_responses")]

    assert [each and each.input for each in both] == [Decimal("2.5"), Decimal("2.5")]
