"""What a try of a model call used and what that costs, as its event and its row hold it. Pure."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from agents_app.prices import Cost, PriceList
from orchestration.engine.ports import Usage
from orchestration.runner.effects import ModelResult

_MOST: Final = 2**31 - 1
"""Tokens that a row can hold; who says more has not counted."""


@dataclass(frozen=True, slots=True)
class Spent:
    """`usage` None: nothing was read or written. `cost` None: it is not known, or there is none."""

    usage: Usage | None
    cost: Cost | None

    def in_event(self) -> dict[str, Any]:
        """Fields of a payload; none where nothing was used."""
        if self.usage is None:
            return {}
        return {"usage": asdict(self.usage), "cost": None if self.cost is None else asdict(self.cost)}

    def in_row(self) -> dict[str, Any]:
        """Columns of an attempt. Nothing used is a known zero, in no currency; null is unknown."""
        usage = Usage(0, 0, 0, 0) if self.usage is None else self.usage
        return {
            "input_tokens": usage.input,
            "cached_tokens": usage.cached,
            "output_tokens": usage.output,
            "reasoning_tokens": usage.reasoning,
            "currency": None if self.cost is None else self.cost.currency,
            "cost_nano": (0 if self.usage is None else None) if self.cost is None else self.cost.nano,
        }


def spent_on(result: ModelResult, prices: PriceList, provider: str, asked: str) -> Spent:
    """By the price of the day (UTC) on which the call began: the same however often it is drafted."""
    said = result.reply.usage if result.reply else result.error.usage if result.error else None
    if said is None:
        return Spent(None, None)
    usage = Usage(*(_count(tokens) for tokens in (said.input, said.cached, said.output, said.reasoning)))
    answered = result.reply.model if result.reply else asked
    return Spent(usage, prices.cost(provider, answered, asked, result.started_at.date(), usage))


def _count(tokens: int | None) -> int | None:
    return tokens if tokens is not None and 0 <= tokens <= _MOST else None
