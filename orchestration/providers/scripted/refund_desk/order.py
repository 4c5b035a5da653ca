"""An order as the shop answers it, and the house rules a refund must fit."""

import json
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
    currency: str
    status: str
    delivered_days_ago: int | None

    @classmethod
    def read(cls, result: str) -> Self | None:
        """None where the lookup gave no order."""
        data = json_object(result)
        try:
            days = data.get("delivered_days_ago")
            return cls(
                number=str(data["order"]),
                customer=str(data.get("customer") or ""),
                total=Decimal(str(data["total"])),
                currency=str(data.get("currency") or ""),
                status=str(data.get("status") or "unknown"),
                delivered_days_ago=days if isinstance(days, int) else None,
            )
        except (KeyError, InvalidOperation):
            return None


@dataclass(frozen=True, slots=True)
class Refund:
    """What the rules allow: how much, and the reason that will stand beside it."""

    amount: Decimal
    reason: str


def allowed_refund(order: Order, request: CustomerRequest) -> Refund | str:
    """The refund this order gets, or the sentence that says why it gets none."""
    if order.status == "refunded":
        return f"order {order.number} was refunded already"
    if order.status == "cancelled":
        return f"order {order.number} was cancelled, so nothing was charged"
    if order.status != "delivered":
        return (
            f"order {order.number} is {order.status.replace('_', ' ')}; we refund once it has been delivered"
        )
    amount = min(request.amount or order.total, order.total)
    if request.fault is not None:
        return Refund(amount, f"Customer reports that {request.fault}.")
    if order.delivered_days_ago is None or order.delivered_days_ago > RETURN_DAYS:
        since = "some time" if order.delivered_days_ago is None else f"{order.delivered_days_ago} days"
        return f"order {order.number} was delivered {since} ago and returns are taken for {RETURN_DAYS} days"
    return Refund(amount, f"Return within {RETURN_DAYS} days of delivery.")


def json_object(text: str) -> dict[str, Any]:
    """The object in a result text, or an empty one."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
