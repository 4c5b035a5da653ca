"""The turn of the refund desk: look up, refund, answer. Decided anew from the conversation each time."""

from collections.abc import Iterator, Sequence

from orchestration.engine.messages import Message
from orchestration.engine.ports import RequestedCall, ToolSchema
from orchestration.providers.scripted.reading import AnsweredCall, calls_of_this_turn, user_texts
from orchestration.providers.scripted.refund_desk import answers
from orchestration.providers.scripted.refund_desk.order import Order, Refund, allowed_refund, json_object
from orchestration.providers.scripted.refund_desk.request import CustomerRequest
from orchestration.providers.scripted.script import ScriptedReply, call, replies_so_far

LOOK_UP = "find_order"
REFUND = "issue_refund"


def refund_desk(messages: Sequence[Message], tools: Sequence[ToolSchema]) -> ScriptedReply:
    request = CustomerRequest.read(user_texts(messages))
    if not request.orders:
        return ScriptedReply(answers.ASK_FOR_ORDER)
    offered = {tool.name for tool in tools}
    if LOOK_UP not in offered:
        return ScriptedReply(answers.CANNOT_LOOK_UP)
    done = _Done(calls_of_this_turn(messages))
    number = replies_so_far(messages) + 1
    calls = _lookups(request, done, number) or _refunds(request, done, number, offered)
    if calls:
        return ScriptedReply(calls=calls)
    return ScriptedReply(_answer(request, done))


class _Done:
    """The calls of this turn by order number."""

    def __init__(self, calls: Sequence[AnsweredCall]) -> None:
        self.lookups = {_order_of(each): each for each in calls if each.name == LOOK_UP}
        self.refunds = {_order_of(each): each for each in calls if each.name == REFUND}

    def order(self, number: str) -> Order | None:
        return Order.read(self.lookups[number].result)


def _lookups(request: CustomerRequest, done: _Done, number: int) -> tuple[RequestedCall, ...]:
    wanted = [order for order in request.orders if order not in done.lookups]
    return tuple(
        call(LOOK_UP, {"order": order}, provider_id=f"call_{number}_{place}")
        for place, order in enumerate(wanted, 1)
    )


def _refunds(
    request: CustomerRequest, done: _Done, number: int, offered: set[str]
) -> tuple[RequestedCall, ...]:
    if not request.wants_refund or REFUND not in offered or done.refunds:
        return ()
    return tuple(
        call(
            REFUND,
            {"order": order.number, "amount": float(refund.amount), "reason": refund.reason},
            provider_id=f"call_{number}_{place}",
        )
        for place, (order, refund) in enumerate(_allowed(request, done), 1)
    )


def _allowed(request: CustomerRequest, done: _Done) -> Iterator[tuple[Order, Refund]]:
    for number in request.orders:
        order = done.order(number)
        refund = allowed_refund(order, request) if order else None
        if order and isinstance(refund, Refund):
            yield order, refund


def _answer(request: CustomerRequest, done: _Done) -> str:
    known = [done.order(number) for number in request.orders]
    sentences = [_about(number, request, done) for number in request.orders]
    return answers.greeting(next(filter(None, known), None)) + " ".join(sentences)


def _about(number: str, request: CustomerRequest, done: _Done) -> str:
    order = done.order(number)
    if order is None:
        return answers.about_no_order(number, done.lookups[number].result)
    if number in done.refunds:
        return answers.about_refund(order, done.refunds[number])
    if not request.wants_refund:
        return answers.about_status(order)
    allowed = allowed_refund(order, request)
    return answers.about_refusal(allowed if isinstance(allowed, str) else "refunds are not in my hands")


def _order_of(answered: AnsweredCall) -> str:
    return str(json_object(answered.arguments).get("order", "")).upper()
