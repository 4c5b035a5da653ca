"""The turn of the refund desk: look up, refund, answer. Decided anew from the conversation each time."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from orchestration.engine.messages import Message
from orchestration.engine.ports import ToolSchema
from orchestration.providers.scripted.reading import AnsweredCall, calls_of_this_turn, user_texts
from orchestration.providers.scripted.refund_desk import answers
from orchestration.providers.scripted.refund_desk.order import Order, Refund, allowed_refund, json_object
from orchestration.providers.scripted.refund_desk.request import CustomerRequest
from orchestration.providers.scripted.script import ScriptedReply, call, replies_so_far

FIND = "find_order"
LIST = "list_orders"
REFUND = "issue_refund"


def refund_desk(messages: Sequence[Message], tools: Sequence[ToolSchema]) -> ScriptedReply:
    """One reply; which step it is follows from the calls that were answered since the customer wrote."""
    turn = _Turn(messages, {tool.name for tool in tools})
    return turn.find_the_order() or turn.look_up() or turn.refund() or turn.answer()


class _Turn:
    def __init__(self, messages: Sequence[Message], offered: set[str]) -> None:
        self._request = CustomerRequest.read(user_texts(messages))
        self._offered = offered
        self._done = _Done(calls_of_this_turn(messages))
        self._number = replies_so_far(messages) + 1
        self._orders = self._request.orders or self._done.only_listed()

    def find_the_order(self) -> ScriptedReply | None:
        if self._orders:
            return None
        if self._request.email is None or LIST not in self._offered:
            return ScriptedReply(answers.ASK_FOR_ORDER)
        if self._done.listed is None:
            return self._calls((LIST, {"customer": self._request.email}))
        return ScriptedReply(answers.about_several(self._done.listed))

    def look_up(self) -> ScriptedReply | None:
        unknown = [order for order in self._orders if order not in self._done.records]
        if not unknown:
            return None
        if FIND not in self._offered:
            return ScriptedReply(answers.CANNOT_LOOK_UP)
        return self._calls(*((FIND, {"order": order}) for order in unknown))

    def refund(self) -> ScriptedReply | None:
        """Proposed once: a person's no, or a failure, is not talked around."""
        if self._done.refunds or not self._request.wants_refund or REFUND not in self._offered:
            return None
        wanted = [
            (REFUND, {"order": order.number, "amount": _plain(allowed.amount), "reason": allowed.reason})
            for order in self._known()
            if isinstance(allowed := allowed_refund(order, self._request), Refund)
        ]
        return self._calls(*wanted) if wanted else None

    def answer(self) -> ScriptedReply:
        known = self._known()
        sentences = [self._about(number) for number in self._orders]
        return ScriptedReply(answers.greeting(known[0] if known else None) + " ".join(sentences))

    def _known(self) -> list[Order]:
        return [order for number in self._orders if (order := self._done.records[number])]

    def _about(self, number: str) -> str:
        order = self._done.records[number]
        if order is None:
            return answers.about_no_order(number, self._done.results[number])
        if number in self._done.refunds:
            return answers.about_refund(order, self._done.refunds[number], self._request.amount)
        if not self._request.wants_refund:
            return answers.about_status(order)
        allowed = allowed_refund(order, self._request)
        return answers.about_refusal(allowed if isinstance(allowed, str) else "refunds are not in my hands")

    def _calls(self, *wanted: tuple[str, Mapping[str, Any]]) -> ScriptedReply:
        return ScriptedReply(
            calls=tuple(
                call(name, arguments, provider_id=f"call_{self._number}_{place}")
                for place, (name, arguments) in enumerate(wanted, 1)
            )
        )


class _Done:
    """What the calls of this turn brought, by order number."""

    def __init__(self, calls: Sequence[AnsweredCall]) -> None:
        self.listed: list[Order] | None = None
        self.records: dict[str, Order | None] = {}
        self.results: dict[str, str] = {}
        self.refunds: dict[str, AnsweredCall] = {}
        for each in calls:
            number = str(json_object(each.arguments).get("order", "")).upper()
            if each.name == LIST:
                self._read_list(json_object(each.result).get("orders") or [])
            elif each.name == FIND:
                self.records[number] = Order.read(json_object(each.result))
                self.results[number] = each.result
            elif each.name == REFUND:
                self.refunds[number] = each

    def only_listed(self) -> tuple[str, ...]:
        """The customer's one order, where the list has exactly one."""
        return (self.listed[0].number,) if self.listed and len(self.listed) == 1 else ()

    def _read_list(self, found: Sequence[Mapping[str, Any]]) -> None:
        self.listed = [order for data in found if (order := Order.read(data))]
        self.records |= {order.number: order for order in self.listed}


def _plain(amount: Decimal) -> int | float:
    """A JSON number; whole ones without a point, as a person would write them."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)
