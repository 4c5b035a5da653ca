"""What one attempt costs: its tokens at a price, in billionths (nano) of the price's currency. Pure.

Unknown is never zero: without a price or without a count of tokens there is no cost, and whoever adds costs
up counts that beside the sum.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Final, Protocol

from agents_app.prices.price import Price

NANO: Final = 1_000_000_000
MAX_NANO: Final = 2**53 - 1
"""The largest integer of an event: nine million of a currency. A sum or a cost beyond it is unknown."""
_OF_A_TOKEN: Final = Decimal(NANO // 1_000_000)
"""A price is for a million tokens, so a token costs the price in thousandths of a nano and no less."""


class Tokens(Protocol):
    """What an attempt used; None where nobody said. `cached` is a part of `input`, reasoning of `output`."""

    @property
    def input(self) -> int | None: ...
    @property
    def cached(self) -> int | None: ...
    @property
    def output(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Cost:
    """An amount of money; those of different currencies are never added."""

    currency: str
    nano: int


def cost_of(used: Tokens, price: Price | None) -> Cost | None:
    """The cost, rounded once; None where it is not known.

    Cached input has its own price and is charged once. Where nobody said how much of the input was cached, or
    what cached input costs, it is all charged as fresh: a discount that nobody spoke of is none.
    """
    if price is None or used.input is None or used.output is None:
        return None
    cached = used.cached or 0
    fresh = used.input - cached
    if min(fresh, cached, used.output) < 0:
        return None  # counts that contradict each other count nothing
    at_cached = price.input if price.cached is None else price.cached
    exact = (fresh * price.input + cached * at_cached + used.output * price.output) * _OF_A_TOKEN
    nano = int(exact.to_integral_value(ROUND_HALF_EVEN))
    return Cost(price.currency, nano) if nano <= MAX_NANO else None
