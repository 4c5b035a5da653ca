"""What the refund desk says to the customer."""

import re
from collections.abc import Sequence
from decimal import Decimal

from orchestration.providers.scripted.reading import AnsweredCall
from orchestration.providers.scripted.refund_desk.order import Order, json_object

ASK_FOR_ORDER = (
    "I am happy to look into this. Could you tell me your order number? "
    "It looks like NL-1042 and stands in your confirmation mail."
)
CANNOT_LOOK_UP = (
    "I cannot look orders up at the moment, so I cannot help with this one. Please try again later."
)
_IS_ALL = "That is all that was left of what the order cost."

_REASON = re.compile(r"Reason: (.*?)(?:\s+The same call will be refused\b.*)?$", re.DOTALL)


def about_no_order(number: str, result: str) -> str:
    """The order cannot be found, or not just now."""
    if "not_found" in result or "404" in result or "not valid" in result:
        return f"I could not find an order {number}. Could you check the number?"
    return f"I could not look up order {number} just now. Please try again in a little while."


def about_several(orders: Sequence[Order]) -> str:
    """Which of their orders the customer means is not clear."""
    if not orders:
        return "I found no order under your address. Could you tell me your order number?"
    numbers = ", ".join(order.number for order in orders)
    return f"I found several orders of yours: {numbers}. Which one is it about?"


def about_status(order: Order) -> str:
    """Where an order is, for somebody who asked no more."""
    when = f" It was delivered on {order.delivered_on}." if order.delivered_on else ""
    return f"Your order {order.number} is {order.status}.{when}"


def about_refusal(why: str) -> str:
    return f"I am sorry, I cannot refund this: {why}."


def about_refund(order: Order, call: AnsweredCall, wanted: Decimal | None) -> str:
    """What became of a proposed refund, as plainly as its result says it."""
    answer = json_object(call.result)
    if refund_id := answer.get("refund"):
        paid = money(answer.get("amount"), order.currency)
        less = f" {_IS_ALL}" if wanted is not None and wanted > order.left else ""
        return f"I have refunded {paid} for order {order.number}.{less} Your refund number is {refund_id}."
    nothing = "Nothing was paid out."
    if "person rejected" in call.result:
        return _about_rejection(order, call.result, nothing)
    if "Nobody decided in time" in call.result:
        return (
            f"Your refund for order {order.number} needed a colleague's yes and nobody answered in time. "
            f"{nothing} Please write again and I will ask once more."
        )
    if "do not allow this call" in call.result:
        return f"I am not allowed to refund order {order.number} myself. {nothing}"
    return f"I could not refund order {order.number}. As far as I know nothing was paid out."


def greeting(order: Order | None) -> str:
    """By the first name, where an order tells it."""
    first_name = order.customer.split()[0] if order and order.customer.split() else ""
    return f"Hello {first_name}. " if first_name else ""


def money(amount: object, currency: str) -> str:
    try:
        return f"{currency} {Decimal(str(amount)):.2f}".strip()
    except ArithmeticError:
        return f"{currency} {amount}".strip()


def _about_rejection(order: Order, result: str, nothing: str) -> str:
    found = _REASON.search(result)
    reason = found.group(1).strip().rstrip(".") if found else ""
    because = "" if reason in ("", "none given") else f" The reason: {reason}."
    return (
        "I am sorry, a colleague looked at your request and decided against a refund "
        f"for order {order.number}.{because} {nothing}"
    )
