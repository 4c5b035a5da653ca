"""What the refund desk says to the customer."""

import re
from decimal import Decimal

from orchestration.providers.scripted.reading import AnsweredCall
from orchestration.providers.scripted.refund_desk.order import Order, json_object

ASK_FOR_ORDER = (
    "I am sorry to hear that. So that I can look into it, could you tell me your order number? "
    "It looks like NL-1042 and stands in your confirmation mail."
)
CANNOT_LOOK_UP = (
    "I cannot look orders up at the moment, so I cannot help with this one. Please try again later."
)

_REASON = re.compile(r"Reason: (.*?)(?: The same call will be refused without asking again\.)?$", re.DOTALL)


def about_no_order(number: str, result: str) -> str:
    if "not_found" in result or "not found" in result.lower() or "404" in result:
        return f"I could not find an order {number}. Could you check the number?"
    return f"I could not look up order {number} just now. Please try again in a little while."


def about_status(order: Order) -> str:
    when = (
        "" if order.delivered_days_ago is None else f" It was delivered {order.delivered_days_ago} days ago."
    )
    return f"Your order {order.number} is {order.status.replace('_', ' ')}.{when}"


def about_refusal(why: str) -> str:
    return f"I am sorry, I cannot refund this: {why}."


def about_refund(order: Order, call: AnsweredCall) -> str:
    """What became of a proposed refund, as plainly as the result says it."""
    answer = json_object(call.result)
    refund_id = answer.get("refund") or answer.get("refund_id") or answer.get("id")
    if refund_id is not None and "error" not in answer:
        amount = answer.get("amount", json_object(call.arguments).get("amount"))
        return (
            f"I have refunded {money(amount, order.currency)} for order {order.number} (refund {refund_id})."
        )
    if "person rejected" in call.result:
        return _about_rejection(order, call.result)
    if "Nobody decided in time" in call.result:
        return (
            f"Your refund for order {order.number} needed a colleague's yes and nobody has answered yet; "
            "nothing was paid out. Please write again and we will ask once more."
        )
    return f"I could not refund order {order.number}; as far as I know nothing was paid out."


def greeting(order: Order | None) -> str:
    first_name = order.customer.split()[0] if order and order.customer.split() else ""
    return f"Hello {first_name}. " if first_name else ""


def money(amount: object, currency: str) -> str:
    try:
        return f"{Decimal(str(amount)):.2f} {currency}".strip()
    except ArithmeticError:
        return f"{amount} {currency}".strip()


def _about_rejection(order: Order, result: str) -> str:
    found = _REASON.search(result)
    reason = found.group(1).strip() if found else ""
    because = "" if reason in ("", "none given") else f" The reason given: {reason.rstrip('.')}."
    return (
        "I am sorry, a colleague looked at your request and decided against a refund "
        f"for order {order.number}.{because} Nothing was paid out."
    )
