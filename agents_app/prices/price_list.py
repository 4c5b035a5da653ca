"""The prices of a project, found by model without a search: a table may have a thousand rows. Pure."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from agents_app.prices.cost import Cost, Tokens, cost_of
from agents_app.prices.price import Price, price_at


class PriceList:
    """Never changed once made."""

    def __init__(self, prices: Iterable[Price]) -> None:
        self._by_model: defaultdict[tuple[str, str], list[Price]] = defaultdict(list)
        for price in prices:
            self._by_model[price.provider, price.model].append(price)

    def price_at(self, provider: str, model: str, day: date) -> Price | None:
        """The price that holds on the day; None where nobody said one."""
        return price_at(self._by_model.get((provider, model), ()), provider, model, day)

    def cost(self, provider: str, answered: str, asked: str, day: date, used: Tokens) -> Cost | None:
        """By the price of the model that answered. Providers answer with the dated name of the model that was
        asked for; where the table does not know that name, the price of what was asked for holds."""
        price = self.price_at(provider, answered, day) or self.price_at(provider, asked, day)
        return cost_of(used, price)
