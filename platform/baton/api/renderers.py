"""JSON as Baton writes it: UTF-8, instants in RFC 3339 with milliseconds, never NaN."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from rest_framework.renderers import BaseRenderer

from baton.core.clock import to_rfc3339


def _default(value: Any) -> Any:
    if isinstance(value, datetime):
        return to_rfc3339(value)
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def dump_json(value: Any) -> bytes:
    """The bytes of a value. The slow writer takes what orjson cannot: integers beyond 64 bits."""
    try:
        return orjson.dumps(value, default=_default, option=orjson.OPT_PASSTHROUGH_DATETIME)
    except TypeError:
        return json.dumps(value, default=_default, ensure_ascii=False, allow_nan=False).encode()


class JsonRenderer(BaseRenderer):
    """The one renderer; without a charset in the type, since JSON has but one."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else dump_json(data)
