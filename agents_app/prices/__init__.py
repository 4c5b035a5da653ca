"""What models cost: dated prices, exact, and the one that holds on a day. Pure.

Shipped prices are in `shipped`; a project's own table is read by `agents_app.definition.prices`.
"""

from agents_app.prices.price import Price, price_at

__all__ = ["Price", "price_at"]
