"""Money in words: amounts by currency, and what of it is not known."""

from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal

from baton.core.visible import visible
from orchestration.engine.view import CostView

_NANO_DIGITS = 9
_LEAST_DIGITS = 4
"""After the point, below one of the currency: a call costs a hundredth of a cent."""


def amount_text(nano: int) -> str:
    """Billionths as a number: two digits after the point from one on, below it the first two that count."""
    amount = Decimal(nano).scaleb(-_NANO_DIGITS)
    if nano == 0 or nano >= 10**_NANO_DIGITS:
        return f"{amount.quantize(Decimal('0.01'), ROUND_HALF_EVEN):,}"
    zeros = _NANO_DIGITS - len(str(nano))
    places = min(_NANO_DIGITS, max(_LEAST_DIGITS, zeros + 2))
    text = f"{amount.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN):f}".rstrip("0")
    return text + "0" * max(0, 2 - len(text.partition(".")[2]))


def amounts_text(amounts: Mapping[str, int]) -> str:
    """Every currency for itself; empty where there is none."""
    return " and ".join(
        f"{amount_text(nano)} {visible(currency)}" for currency, nano in sorted(amounts.items())
    )


def cost_text(cost: CostView) -> str:
    """A sentence; empty where nothing was used. What nobody knows is said, never left out of a sum."""
    if cost.amounts:
        tries = "one try" if cost.unknown == 1 else f"{cost.unknown:,} tries"
        rest = f", and something unknown for {tries}" if cost.unknown else ""
        return f"It cost {amounts_text(cost.amounts)}{rest}."
    return "What it cost is not known." if cost.unknown else ""
