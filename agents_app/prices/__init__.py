"""What models cost: dated prices, exact, the one that holds on a day, and the cost of an attempt. Pure.

Shipped prices are in `shipped`; a project's own table is read by `agents_app.definition.prices`.
"""

from agents_app.prices.cost import MAX_NANO, Cost, Tokens, cost_of
from agents_app.prices.price import Price, price_at
from agents_app.prices.price_list import PriceList

__all__ = ["MAX_NANO", "Cost", "Price", "PriceList", "Tokens", "cost_of", "price_at"]
