"""One price of one model from a day on, and finding the one that holds. Pure."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Final, Self

from pydantic import Field

from agents_app.spec import Spec

MAX_PRICE: Final = Decimal(1_000_000)
DECIMAL_PLACES: Final = 6
"""Within these, a number of a JSON or YAML file is exact: it has at most 13 digits, a float holds 15."""

type Money = Annotated[Decimal, Field(ge=0, le=MAX_PRICE, decimal_places=DECIMAL_PLACES, allow_inf_nan=False)]


class Price(Spec):
    """Money per million tokens. `cached` None: nobody said what cached input costs, so it is input."""

    provider: str = Field(min_length=1, max_length=40)
    model: str = Field(min_length=1, max_length=120)
    since: date
    """The first day, in UTC."""
    currency: str = Field(pattern=r"^[A-Z]{3}$")
    input: Money
    cached: Money | None = None
    output: Money

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """From the form that `to_json` gives."""
        return cls.model_validate({("since" if key == "from" else key): stored[key] for key in stored})

    def to_json(self) -> dict[str, Any]:
        """As the definition file writes and a version stores it: money in texts, which no reader rounds."""
        content: dict[str, Any] = {
            "provider": self.provider,
            "model": self.model,
            "from": self.since.isoformat(),
            "currency": self.currency,
            "input": money_text(self.input),
            "output": money_text(self.output),
        }
        if self.cached is not None:
            content["cached"] = money_text(self.cached)
        return content


def money_text(amount: Decimal) -> str:
    """The amount with no digits that say nothing: `2.5`, `10`, `0.000001`."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def price_at(prices: Iterable[Price], provider: str, model: str, day: date) -> Price | None:
    """The newest price that holds on the day; None where nobody said one, which is unknown and not zero."""
    held = (
        price
        for price in prices
        if price.provider == provider and price.model == model and price.since <= day
    )
    return max(held, key=lambda price: price.since, default=None)
