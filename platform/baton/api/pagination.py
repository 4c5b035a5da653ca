"""Pages of a list by key: `limit` and an opaque `cursor`, never a page number and never a count.

A page starts after the last row of the one before, so rows that come or go meanwhile shift nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.db.models import Model, Q, QuerySet

from baton.api.filters import NumberFilter, TextFilter
from baton.core.errors import BadInput

DEFAULT_LIMIT = 50
MAX_LIMIT = 200
PAGE_FILTERS: dict[str, NumberFilter | TextFilter] = {
    "limit": NumberFilter(f"Rows per page, {DEFAULT_LIMIT} unless said.", 1, MAX_LIMIT),
    "cursor": TextFilter("`next_cursor` of the page before.", 1000),
}


@dataclass(frozen=True, slots=True)
class PageOrder:
    """The order of a list: unique in the end (by id), otherwise equal rows would be lost between pages."""

    fields: tuple[str, ...] = ("id",)
    descending: bool = True

    def order_by(self) -> list[str]:
        return [f"-{name}" if self.descending else name for name in self.fields]

    def after(self, keys: Sequence[Any]) -> Q:
        """Rows beyond these keys: `(a, b) > (x, y)` written out, since each name may be a lookup."""
        side = "lt" if self.descending else "gt"
        beyond = Q()
        equal: dict[str, Any] = {}
        for name, key in zip(self.fields, keys, strict=True):
            beyond |= Q(**equal, **{f"{name}__{side}": key})
            equal[name] = key
        return beyond


NEWEST_FIRST = PageOrder()


def read_page[ModelT: Model](
    rows: QuerySet[ModelT, dict[str, Any]],
    values: Mapping[str, Any],
    *,
    list_name: str,
    order: PageOrder = NEWEST_FIRST,
    show: Callable[[dict[str, Any]], Any] = dict,
) -> dict[str, Any]:
    """`{"items", "next_cursor"}` of a `.values()` queryset that holds the fields of the order.

    `values` are what `read_filters` gave. A cursor is good for the list and the filters it was made for.
    """
    limit = values.get("limit", DEFAULT_LIMIT)
    signer = _signer(list_name, values)
    if "cursor" in values:
        rows = rows.filter(order.after(_read_cursor(signer, values["cursor"], len(order.fields))))
    found = list(rows.order_by(*order.order_by())[: limit + 1])
    more = len(found) > limit
    items = found[:limit]
    cursor = signer.sign_object([_plain(items[-1][name]) for name in order.fields]) if more else None
    return {"items": [show(item) for item in items], "next_cursor": cursor}


def _signer(list_name: str, values: Mapping[str, Any]) -> signing.Signer:
    filters = sorted((name, str(value)) for name, value in values.items() if name not in PAGE_FILTERS)
    return signing.Signer(salt=f"baton.cursor:{list_name}:{filters}")


def _read_cursor(signer: signing.Signer, cursor: str, length: int) -> list[Any]:
    try:
        keys = signer.unsign_object(cursor)
    except (signing.BadSignature, ValueError):
        keys = None
    if not isinstance(keys, list) or len(keys) != length:
        raise BadInput("invalid_cursor", "This cursor does not belong to this list.", field="cursor")
    return keys


def _plain(key: Any) -> Any:
    return key if isinstance(key, int | str) else str(key)
