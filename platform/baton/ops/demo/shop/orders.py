"""The orders of the shop. Days are counted back from today, so that the demo never grows old."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Literal

CURRENCY = "EUR"

type Status = Literal["delivered", "in_transit", "cancelled"]


@dataclass(frozen=True, slots=True)
class Item:
    name: str
    price: Decimal
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Order:
    number: str
    customer: str
    email: str
    items: tuple[Item, ...]
    status: Status
    ordered_days_ago: int
    delivered_days_ago: int | None = None

    @property
    def total(self) -> Decimal:
        return sum((item.price * item.quantity for item in self.items), Decimal(0))


def _order(
    number: int,
    customer: str,
    items: tuple[Item, ...],
    *,
    delivered: int | None,
    ordered: int,
    status: Status = "delivered",
) -> Order:
    email = f"{customer.lower().replace(' ', '.')}@mail.example"
    return Order(f"NL-{number}", customer, email, items, status, ordered, delivered)


ORDERS: Mapping[str, Order] = {
    order.number: order
    for order in (
        _order(1042, "Ann Lindqvist", (Item("Aurora down jacket", Decimal("240")),), ordered=10, delivered=6),
        _order(1043, "Ben Okafor", (Item("Merino hiking socks", Decimal("19"), 2),), ordered=9, delivered=5),
        _order(1044, "Clara Neumann", (Item("Fjell winter tent", Decimal("1249")),), ordered=15, delivered=8),
        _order(1045, "David Rossi", (Item("Granit boots", Decimal("189")),), ordered=52, delivered=47),
        _order(
            1046,
            "Eva Novak",
            (Item("Regn rain shell", Decimal("129")),),
            ordered=2,
            delivered=None,
            status="in_transit",
        ),
        _order(
            1047,
            "Farid Haddad",
            (Item("Dagg tent footprint", Decimal("79")),),
            ordered=11,
            delivered=None,
            status="cancelled",
        ),
        _order(1048, "Greta Holm", (Item("Polstjerna headlamp", Decimal("49.90")),), ordered=6, delivered=3),
        _order(
            1049,
            "Hugo Martin",
            (Item("Tur 40 backpack", Decimal("139.50")), Item("Rain cover", Decimal("20"))),
            ordered=17,
            delivered=12,
        ),
        _order(1050, "Ann Lindqvist", (Item("Varm steel thermos", Decimal("32")),), ordered=25, delivered=20),
        _order(1051, "Ines Costa", (Item("Natt sleeping bag", Decimal("310")),), ordered=4, delivered=1),
    )
}


def order_json(order: Order, refunded: Decimal, today: date) -> dict[str, Any]:
    """One order as the shop answers it."""
    delivered = order.delivered_days_ago
    return {
        "order": order.number,
        "customer": order.customer,
        "email": order.email,
        "items": [
            {"name": item.name, "quantity": item.quantity, "price": plain(item.price)} for item in order.items
        ],
        "total": plain(order.total),
        "currency": CURRENCY,
        "status": "refunded" if refunded >= order.total else order.status,
        "ordered_on": (today - timedelta(days=order.ordered_days_ago)).isoformat(),
        "delivered_on": None if delivered is None else (today - timedelta(days=delivered)).isoformat(),
        "delivered_days_ago": delivered,
        "refunded": plain(refunded),
    }


def plain(amount: Decimal) -> int | float:
    """An amount as a JSON number: whole ones without a point."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)
