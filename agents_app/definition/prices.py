"""The prices of a project: a list such as `- {provider: openai_chat, model: gpt-4o, from: 2026-11-01, ...}`.

Money is per million tokens and is read exactly; a number that a float would change is refused.
"""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal, InvalidOperation

from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import Node, Scalar, Sequence
from agents_app.definition.reader import Reader, kind_of
from agents_app.prices.price import DECIMAL_PLACES, MAX_PRICE, Price

MAX_PRICES = 1_000
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MONEY = re.compile(r"[0-9]{1,20}(?:\.[0-9]{1,20})?")
_CURRENCY = re.compile(r"[A-Z]{3}")
_MAX_PROVIDER = 40
_MAX_MODEL = 120


def read_prices(node: Node | None, findings: Findings) -> tuple[Price, ...]:
    """Every price that can be read, in the order of the file."""
    if node is None:
        return ()
    if not isinstance(node, Sequence):
        findings.add("wrong_type", f"'prices' is {kind_of(node)}; write a list of prices.", node.at)
        return ()
    if len(node.items) > MAX_PRICES:
        findings.add("too_long", f"At most {MAX_PRICES} prices.", node.at)
        return ()
    return tuple(_without_twins(node.items, findings))


def _without_twins(items: tuple[Node, ...], findings: Findings) -> Iterator[Price]:
    lines: dict[tuple[str, str, date], int] = {}
    for item in items:
        price = _read_price(Reader(item, "this price", findings))
        if price is None:
            continue
        key = (price.provider, price.model, price.since)
        if key in lines:
            message = f"This price stands in line {lines[key]} already: same provider, model and first day."
            findings.add("duplicate_price", message, item.at)
            continue
        lines[key] = item.at.line
        yield price


def _read_price(reader: Reader) -> Price | None:
    provider = _name(reader, "provider", _MAX_PROVIDER)
    model = _name(reader, "model", _MAX_MODEL)
    since = _day(reader)
    currency = reader.text("currency", required=True)
    if currency and not _CURRENCY.fullmatch(currency):
        message = f"{currency!r} is no currency; write three letters such as USD."
        reader.add("invalid_currency", message, reader.at_key("currency"))
    money = _money(reader, "input", required=True)
    cached = _money(reader, "cached", required=False)
    output = _money(reader, "output", required=True)
    reader.refuse_unknown()
    is_whole = provider and model and _CURRENCY.fullmatch(currency)
    if not is_whole or since is None or money is None or output is None:
        return None
    return reader.build(
        Price,
        provider=provider,
        model=model,
        since=since,
        currency=currency,
        input=money,
        cached=cached,
        output=output,
    )


def _name(reader: Reader, key: str, longest: int) -> str:
    name = reader.text(key, required=True)
    if len(name) > longest:
        reader.add("too_long", f"'{key}' has at most {longest} characters.", reader.at_key(key))
        return ""
    return name if name.strip() else ""


def _day(reader: Reader) -> date | None:
    text = reader.text("from", required=True)
    if not text.strip():
        return None
    try:
        # Python also reads 20261101 and 2026-W44-7; a day is written in one way here.
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None:
        message = f"{text[:40]!r} is no day; write it like 2026-11-01."
        reader.add("invalid_day", message, reader.at_key("from"))
    return day


def _money(reader: Reader, key: str, *, required: bool) -> Decimal | None:
    """A number or the same in quotes; None where it is left out or cannot be read."""
    node = reader.node(key)
    if node is None:
        if required:
            reader.add("required", f"{reader.where} needs '{key}'.", reader.at_key(key))
        return None
    text = _digits(node)
    if text is None:
        message = f"'{key}' is no amount of money; write a number such as 2.50, not below zero."
        reader.add("invalid_money", message, node.at)
        return None
    amount = Decimal(text)
    if amount > MAX_PRICE:
        reader.add("invalid_money", f"'{key}' is more than {MAX_PRICE} for a million tokens.", node.at)
        return None
    if amount != round(amount, DECIMAL_PLACES):
        message = f"'{key}' has more than {DECIMAL_PLACES} digits after the point."
        reader.add("invalid_money", message, node.at)
        return None
    return amount


def _digits(node: Node) -> str | None:
    """Plain digits with at most one point, however the number was written."""
    if not isinstance(node, Scalar) or isinstance(node.value, bool | None):
        return None
    text = str(node.value).strip()
    if isinstance(node.value, float):
        try:
            text = f"{Decimal(text):f}"  # 1e-06 is a number too
        except InvalidOperation:
            return None
    return text if _MONEY.fullmatch(text) else None
