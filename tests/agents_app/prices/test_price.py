"""Which price holds on a day, and the prices that come with Baton."""

from datetime import date, timedelta
from decimal import Decimal

from agents_app.definition.content import Around, check_content
from agents_app.kinds import Kind
from agents_app.prices import Price, price_at
from agents_app.prices.shipped import AS_OF, SHIPPED


def price(since: str, given: str, **changes: str) -> Price:
    return Price.of(
        {
            "provider": "openai_chat",
            "model": "m",
            "from": since,
            "currency": "USD",
            "input": given,
            "output": "1",
            **changes,
        }
    )


def test_the_newest_price_that_has_begun_holds() -> None:
    prices = [price("2026-11-01", "2"), price("2026-01-01", "1"), price("2027-01-01", "3")]

    assert price_at(prices, "openai_chat", "m", date(2026, 11, 1)) == prices[0]
    assert price_at(prices, "openai_chat", "m", date(2026, 10, 31)) == prices[1]


def test_where_nobody_said_a_price_there_is_none() -> None:
    prices = [price("2026-11-01", "2")]

    assert price_at(prices, "openai_chat", "m", date(2026, 10, 31)) is None
    assert price_at(prices, "openai_chat", "M", date(2026, 11, 1)) is None
    assert price_at(prices, "scripted", "m", date(2026, 11, 1)) is None
    assert price_at([], "openai_chat", "m", date(2026, 11, 1)) is None


def test_shipped_prices_are_a_valid_price_table_of_days_that_were() -> None:
    content = {"prices": [each.to_json() for each in SHIPPED]}

    checked = check_content(Kind.PRICES, "", content, Around())

    assert checked.problems == ()
    assert checked.value == SHIPPED
    assert max(each.since for each in SHIPPED) <= AS_OF
    assert all(each.cached is not None and each.cached < each.input < each.output for each in SHIPPED)


def test_a_shipped_price_changes_on_its_day() -> None:
    changed = date(2026, 10, 7)
    before, after = (
        price_at(SHIPPED, "anthropic_messages", "claude-sonnet-5-5", day)
        for day in (changed - timedelta(days=1), changed)
    )

    assert before is not None
    assert before.cached == Decimal("0.20")
    assert after is not None
    assert after.cached == Decimal("0.10")
