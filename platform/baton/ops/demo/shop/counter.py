"""What the shop does: looks orders up and pays refunds back, once per key and never more than was paid."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from baton.ops.demo.shop.ledger import Ledger, Refund
from baton.ops.demo.shop.orders import CURRENCY, ORDERS, Order, order_json, plain

REFUND_FIELDS = frozenset({"order", "amount", "reason"})
MAX_REASON = 500


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: dict[str, Any]
    note: str = ""
    """For the log: what was done."""


class Counter:
    """The counter of the shop. Safe for several threads: one refund is handled at a time."""

    def __init__(self, ledger: Ledger, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._ledger = ledger
        self._now = now
        self._lock = threading.Lock()

    def order(self, number: str) -> Answer:
        order = ORDERS.get(number)
        return _no_order(number) if order is None else Answer(200, self._order_json(order))

    def orders_of(self, email: str) -> Answer:
        """Newest first. Somebody without orders and somebody unknown look alike."""
        found = [order for order in ORDERS.values() if order.email == email.strip().lower()]
        found.sort(key=lambda order: order.ordered_days_ago)
        return Answer(200, {"customer": email, "orders": [self._order_json(order) for order in found]})

    def refunds(self) -> Answer:
        listed = [_refund_json(refund) for refund in self._ledger.refunds]
        return Answer(200, {"refunds": listed, "count": len(listed)})

    def pay_back(self, wanted: Mapping[str, Any], key: str | None) -> Answer:
        """Pay once per key: the same request again is answered with the same refund."""
        problem = _problem_of(wanted)
        if problem is not None:
            return problem
        amount = Decimal(str(wanted["amount"])).quantize(Decimal("0.01"))
        with self._lock:
            earlier = self._ledger.by_key(key) if key else None
            if earlier is not None:
                return _replay(earlier, wanted, amount)
            order = ORDERS.get(wanted["order"])
            if order is None:
                return _no_order(wanted["order"])
            left = self._left(order)
            if amount > left:
                message = f"Of order {order.number} at most {plain(left)} {CURRENCY} can be paid back."
                return _refusal("exceeds_total", message)
            refund = Refund(
                refund=f"R-{len(self._ledger.refunds) + 1:04d}",
                order=order.number,
                amount=f"{amount:.2f}",
                reason=wanted["reason"],
                key=key,
                at=self._now().isoformat(timespec="milliseconds"),
            )
            self._ledger.append(refund)
        return Answer(201, _refund_json(refund), f"paid {refund.refund}")

    def _left(self, order: Order) -> Decimal:
        """What can still be paid back; a cancelled order was never charged."""
        charged = Decimal(0) if order.status == "cancelled" else order.total
        return charged - self._ledger.refunded(order.number)

    def _order_json(self, order: Order) -> dict[str, Any]:
        return order_json(order, self._ledger.refunded(order.number), self._now().date())


def _problem_of(wanted: Mapping[str, Any]) -> Answer | None:
    if set(wanted) != REFUND_FIELDS:
        return _refusal("invalid_refund", "A refund has exactly 'order', 'amount' and 'reason'.")
    amount = wanted["amount"]
    if not isinstance(wanted["order"], str) or not isinstance(wanted["reason"], str):
        return _refusal("invalid_refund", "'order' and 'reason' are texts.")
    if not wanted["reason"].strip() or len(wanted["reason"]) > MAX_REASON:
        return _refusal("invalid_refund", f"'reason' has 1 to {MAX_REASON} characters.")
    if isinstance(amount, bool) or not isinstance(amount, int | float) or not 0 < amount < 10**9:
        return _refusal("invalid_amount", "'amount' is a number above 0.")
    if Decimal(str(amount)) != Decimal(str(amount)).quantize(Decimal("0.01")):
        return _refusal("invalid_amount", "'amount' has at most two decimals.")
    return None


def _replay(earlier: Refund, wanted: Mapping[str, Any], amount: Decimal) -> Answer:
    paid = (earlier.order, Decimal(earlier.amount), earlier.reason)
    if paid != (wanted["order"], amount, wanted["reason"]):
        return _refusal("idempotency_key_reused", "This Idempotency-Key was used for another refund.")
    return Answer(200, _refund_json(earlier), f"paid before as {earlier.refund}")


def _refund_json(refund: Refund) -> dict[str, Any]:
    return {
        "refund": refund.refund,
        "order": refund.order,
        "amount": plain(Decimal(refund.amount)),
        "currency": CURRENCY,
        "reason": refund.reason,
        "at": refund.at,
    }


def _no_order(number: str) -> Answer:
    return Answer(404, {"error": "not_found", "message": f"There is no order {number[:40]}."})


def _refusal(code: str, message: str) -> Answer:
    return Answer(422, {"error": code, "message": message}, code)
