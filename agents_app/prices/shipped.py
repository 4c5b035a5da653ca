"""Prices that come with Baton, for a project that has published none: list prices of well-known models.

Gathered from what was public up to `AS_OF`, at the standard tier and for prompts of ordinary length; nobody
vouches for them, so a screen shows that day beside them. A model whose price depends on the length of the
prompt from a hundred thousand tokens on is left out. The first day of a row is one on which it is known
to have held, not always the day it was announced; before it, nothing is known.
"""

from datetime import date
from decimal import Decimal
from typing import Final

from agents_app.prices.price import Price
from agents_app.prices.price_list import PriceList

AS_OF: Final = date(2026, 10, 27)
"""The day to show beside them."""

_OPENAI: Final = (
    ("gpt-4o", "2024-10-02", "2.50", "1.25", "10"),
    ("gpt-4o-mini", "2024-10-02", "0.15", "0.075", "0.60"),
    ("gpt-4.1", "2025-04-14", "2", "0.50", "8"),
    ("gpt-4.1-mini", "2025-04-14", "0.40", "0.10", "1.60"),
    ("gpt-4.1-nano", "2025-04-14", "0.10", "0.025", "0.40"),
    ("o4-mini", "2025-04-16", "1.10", "0.275", "4.40"),
    ("o3", "2025-06-10", "2", "0.50", "8"),
    ("gpt-5", "2025-08-07", "1.25", "0.125", "10"),
    ("gpt-5-mini", "2025-08-07", "0.25", "0.025", "2"),
    ("gpt-5-nano", "2025-08-07", "0.05", "0.005", "0.40"),
    ("gpt-5.1", "2025-11-13", "1.25", "0.125", "10"),
    ("gpt-5.4", "2026-05-04", "2.50", "0.25", "15"),
    ("gpt-5.4-mini", "2026-05-04", "0.75", "0.075", "4.50"),
    ("gpt-5.4-nano", "2026-05-04", "0.20", "0.02", "1.25"),
    ("gpt-5.5", "2026-05-04", "5", "0.50", "30"),
    ("gpt-5.6-terra", "2026-07-30", "2", "0.20", "12"),
    ("gpt-5.6-luna", "2026-07-30", "0.20", "0.02", "1.20"),
    ("gpt-6-astra", "2026-09-03", "10", "1", "50"),
    ("gpt-6-sol", "2026-09-22", "2", "0.20", "10"),
    ("gpt-6-luna", "2026-09-22", "0.10", "0.01", "0.50"),
    ("gpt-6.1-sol", "2026-09-29", "2", "0.10", "10"),
    ("gpt-6.1-terra", "2026-10-26", "1", "0.05", "5"),
)
_ANTHROPIC: Final = (
    ("claude-sonnet-4-5", "2025-09-29", "3", "0.30", "15"),
    ("claude-haiku-4-5", "2025-10-15", "1", "0.10", "5"),
    ("claude-opus-4-5", "2025-11-24", "5", "0.50", "25"),
    ("claude-opus-5", "2026-07-24", "5", "0.50", "25"),
    ("claude-fable-5-1", "2026-09-01", "10", "0.25", "50"),
    ("claude-sonnet-5", "2026-09-07", "2", "0.20", "10"),
    ("claude-opus-5-5", "2026-09-22", "4", "0.20", "20"),
    ("claude-sonnet-5-5", "2026-09-28", "2", "0.20", "10"),
    ("claude-sonnet-5-5", "2026-10-07", "2", "0.10", "10"),
)


def _price(provider: str, row: tuple[str, str, str, str, str]) -> Price:
    model, since, given, cached, output = row
    return Price(
        provider=provider,
        model=model,
        since=date.fromisoformat(since),
        currency="USD",
        input=Decimal(given),
        cached=Decimal(cached),
        output=Decimal(output),
    )


SHIPPED: Final = (
    *(_price(provider, row) for provider in ("openai_chat", "openai_responses") for row in _OPENAI),
    *(_price("anthropic_messages", row) for row in _ANTHROPIC),
)
"""By the adapter that speaks to the provider: the `provider` of a model connection."""
SHIPPED_LIST: Final = PriceList(SHIPPED)
