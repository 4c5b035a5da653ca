"""Fields that take what they say and nothing like it: no "1" for 1, no 1 for "1", no spaces cut off."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from baton.core.clock import to_rfc3339


class TextField(serializers.CharField):
    """A JSON string, kept as it was sent."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class WholeNumberField(serializers.IntegerField):
    """A JSON integer."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class TruthField(serializers.BooleanField):
    """`true` or `false`."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class InstantField(serializers.DateTimeField):
    """An instant with its offset, written in UTC with milliseconds."""

    def to_internal_value(self, value: Any) -> datetime:
        if not isinstance(value, str):
            self.fail("invalid", format="RFC 3339")
        at: datetime = super().to_internal_value(value)
        return at

    def to_representation(self, value: datetime | None) -> str | None:  # type: ignore[override]
        return None if value is None else to_rfc3339(value)
