"""The base of everything a request body may be: exactly the named fields."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from baton.core.errors import BadInput, Unprocessable


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields it does not know, at any depth: otherwise a misspelt limit would be no limit."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise Unprocessable("invalid_value", "This must be a JSON object.", field=self._path() or None)
        writable = {name for name, field in self.fields.items() if not field.read_only}
        for name in data:
            if name not in writable:
                path = ".".join(filter(None, [self._path(), str(name)]))[:200]
                raise BadInput("unknown_field", f"There is no field {path!r} here.", field=path)
        return super().to_internal_value(data)

    def _path(self) -> str:
        """Where this object stands in the body: empty for the body itself."""
        names: list[str] = []
        at: Any = self
        while at.parent is not None:
            if at.field_name:
                names.append(at.field_name)
            at = at.parent
        return ".".join(reversed(names))


class NoBody(StrictSerializer):
    """For requests that carry nothing: an empty body or `{}`."""


def read_body(request: Request, form: type[StrictSerializer]) -> dict[str, Any]:
    """The checked fields of a request body. Raises Unprocessable or BadInput naming the field."""
    serializer = form(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
