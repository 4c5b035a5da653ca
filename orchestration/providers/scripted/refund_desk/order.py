"""An order as the shop answers it, and the house rules a refund must fit."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Self

from orchestration.providers.scripted.refund_desk.request import CustomerRequest

RETURN_DAYS = 30


@dataclass(frozen=True, slots=True)
class Order:
    number: str
    customer: str
    total: Decimal
    refunded: Decimal
    currency: str
    status: str
    delivered_on: str
    delivered_days_ago: int | None

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self | None:
        """None where this is no order: the shop has none of that number, or could not be asked."""
        days = data.get("delivered_days_ago")
        try:
            return cls(
                number=str(data["order"]),
                customer=str(data.get("customer") or ""),
                total=Decimal(str(data["total"])),
                refunded=Decimal(str(data.get("refunded") or 0)),
                currency=str(data.get("currency") or ""),
                status=str(data.get("status") or "unknown").replace("_", " "),
                delivered_on=str(data.get("delivered_on") or ""),
                delivered_days_ago=days if isinstance(days, int) else None,
            )
        except (KeyError, InvalidOperation):
            return None

    @property
    def left(self) -> Decimal:
        """What of its total has not been paid back."""
        return self.total - self.refunded


@dataclass(frozen=True, slots=True)
class Refund:
    """What the rules allow: how much, and the reason that will stand beside it."""

    amount: Decimal
    reason: str


def allowed_refund(order: Order, request: CustomerRequest) -> Refund | str:
    """The refund this order gets, or the words that say why it gets none."""
    if order.status == "refunded":
        return f"order {order.number} was refunded in full already"
    if order.status == "cancelled":
        return f"order {order.number} was cancelled and never charged"
    if order.status != "delivered":
        return f"order {order.number} is {order.status}; we refund once it has been delivered"
    amount = min(request.amount or order.left, order.left)
    if request.fault is not None:
        return Refund(amount, f"The customer says that {request.fault}.")
    if order.delivered_days_ago is None or order.delivered_days_ago > RETURN_DAYS:
        when = f" on {order.delivered_on}" if order.delivered_on else ""
        return f"order {order.number} was delivered{when}, and we take returns for {RETURN_DAYS} days"
    return Refund(amount, f"Returned within {RETURN_DAYS} days of delivery.")


def json_object(text: str) -> dict[str, Any]:
    """The object in a result text, or an empty one."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
