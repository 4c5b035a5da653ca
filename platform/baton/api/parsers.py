"""What a request may be written in: strict JSON, nothing else.

Any other content type is refused with 415 by REST framework, so that no field is ever taken from a form.
"""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser
from rest_framework.utils.mediatypes import _MediaType

from baton.core.errors import BadInput, UnsupportedMedia
from baton.core.strict_json import loads


class StrictJsonParser(BaseParser):
    """`application/json` in UTF-8, read by `baton.core.strict_json`."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        request = (parser_context or {}).get("request")
        packed = request.headers.get("Content-Encoding", "identity") if request is not None else "identity"
        if packed.lower() != "identity":
            raise UnsupportedMedia("unsupported_media_type", f"A body in {packed[:40]} is not unpacked here.")
        charset = _MediaType(media_type or "").params.get("charset", "utf-8")
        if charset.strip('"').lower() not in {"utf-8", "utf8"}:
            raise BadInput("invalid_json", f"JSON is read in UTF-8, not in {charset[:40]}.")
        return loads(stream.read())
