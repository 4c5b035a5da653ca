"""Keywords of a schema that are kept as they stand, and which values of them mean anything."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from baton.core.strict_json import MAX_SAFE_INTEGER

_TYPES: Final = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
_MAX_FORMAT: Final = 60


def is_kept(keyword: str, value: Any) -> bool:
    """Whether the keyword stays with this value; a nonsensical one would make a schema that nobody takes."""
    judge = _KEPT.get(keyword)
    return judge is not None and judge(value)


def is_scalar(value: Any) -> bool:
    """A text, number, truth or null."""
    return value is None or isinstance(value, str | bool) or _is_number(value)


def _is_type(value: Any) -> bool:
    if isinstance(value, str):
        return value in _TYPES
    names = value if isinstance(value, list) and all(isinstance(each, str) for each in value) else []
    return bool(names) and _TYPES.issuperset(names) and len(set(names)) == len(names)


def _is_enum(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_scalar, value))


def _is_number(value: Any) -> bool:
    """One that every reader of the tool holds exactly: `maximum: 9223372036854775807` says nothing here."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_SAFE_INTEGER


def _is_above_zero(value: Any) -> bool:
    return _is_number(value) and value > 0


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_SAFE_INTEGER


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _is_format(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _MAX_FORMAT


_KEPT: Final[Mapping[str, Callable[[Any], bool]]] = {
    "type": _is_type,
    "enum": _is_enum,
    "const": is_scalar,
    "default": is_scalar,
    "format": _is_format,
    "uniqueItems": _is_truth,
    "items": _is_truth,
    "additionalProperties": _is_truth,
    "minLength": _is_count,
    "maxLength": _is_count,
    "minItems": _is_count,
    "maxItems": _is_count,
    "minProperties": _is_count,
    "maxProperties": _is_count,
    "minimum": _is_number,
    "maximum": _is_number,
    "exclusiveMinimum": _is_number,
    "exclusiveMaximum": _is_number,
    "multipleOf": _is_above_zero,
}
