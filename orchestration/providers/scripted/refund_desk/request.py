"""What the customer wants, read out of their words."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

_ORDER = re.compile(r"\b([A-Za-z]{2,4}-\d{2,8})\b")
_AMOUNT = re.compile(
    r"(?:[€$£]\s?|\b(?:EUR|USD|GBP)\s?)(\d+(?:[.,]\d{1,2})?)"
    r"|\b(\d+(?:[.,]\d{1,2})?)\s?(?:[€$£]|(?:EUR|USD|GBP|euros?|dollars?|pounds?)\b)",
    re.IGNORECASE,
)
_REFUND = re.compile(r"refund|reimburs|money back|return|compensat|send (?:it|them) back", re.IGNORECASE)
_FAULTS = (
    ("it arrived damaged", re.compile(r"damag|crack|dent|scratch|leak|torn", re.IGNORECASE)),
    (
        "it does not work",
        re.compile(r"broke|defect|faulty|does(?: not|n't) work|stopped working", re.IGNORECASE),
    ),
    (
        "the wrong item came",
        re.compile(r"\bwrong\b|not what i ordered|different (?:item|colou?r|size)", re.IGNORECASE),
    ),
)


@dataclass(frozen=True, slots=True)
class CustomerRequest:
    orders: tuple[str, ...]
    """Order numbers, upper case, in the order they were named."""
    amount: Decimal | None
    """What the customer asks for, where they say it and speak of one order only."""
    fault: str | None
    """What is wrong with the goods, in our words."""
    wants_refund: bool

    @classmethod
    def read(cls, texts: list[str]) -> Self:
        """The last words name the orders; earlier ones count where the last name none."""
        orders = next((found for text in reversed(texts) if (found := _orders_in(text))), ())
        everything = "\n".join(texts)
        fault = next((words for words, pattern in _FAULTS if pattern.search(everything)), None)
        return cls(
            orders=orders,
            amount=_amount_in(everything) if len(orders) == 1 else None,
            fault=fault,
            wants_refund=fault is not None or _REFUND.search(everything) is not None,
        )


def _orders_in(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(number.upper() for number in _ORDER.findall(text)))


def _amount_in(text: str) -> Decimal | None:
    named = [before or after for before, after in _AMOUNT.findall(text)]
    return Decimal(named[-1].replace(",", ".")) if named else None
