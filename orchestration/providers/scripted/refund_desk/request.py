"""What the customer wants, read out of their words."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

_ORDER = re.compile(r"\b([A-Za-z]{2,4}-\d{2,8})\b")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)"
_AMOUNT = re.compile(
    rf"(?:€|\bEUR)\s?({_NUMBER})|\b({_NUMBER})\s?(?:€|(?:EUR|euros?)\b)",
    re.IGNORECASE,
)
_CENTS = re.compile(r"[.,](\d{1,2})$")
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
    email: str | None
    """The customer's address, where they gave it."""
    amount: Decimal | None
    """What the customer asks for, where they say it and speak of one order only."""
    fault: str | None
    """What is wrong with the goods, in our words."""
    wants_refund: bool

    @classmethod
    def read(cls, texts: list[str]) -> Self:
        """The last words name the orders; earlier ones count where the last name none."""
        orders = next((named for text in reversed(texts) if (named := _orders_in(text))), ())
        everything = "\n".join(texts)
        fault = next((words for words, pattern in _FAULTS if pattern.search(everything)), None)
        return cls(
            orders=orders,
            email=found[-1].lower() if (found := _EMAIL.findall(everything)) else None,
            amount=_amount_in(everything) if len(orders) == 1 else None,
            fault=fault,
            wants_refund=fault is not None or _REFUND.search(everything) is not None,
        )


def _orders_in(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(number.upper() for number in _ORDER.findall(text)))


def _amount_in(text: str) -> Decimal | None:
    """The last amount named, with a point or a comma before the cents."""
    named = [before or after for before, after in _AMOUNT.findall(text)]
    if not named:
        return None
    cents = _CENTS.search(named[-1])
    whole = re.sub(r"[.,]", "", named[-1][: cents.start()] if cents else named[-1])
    return Decimal(f"{whole}.{cents.group(1) if cents else 0}")
