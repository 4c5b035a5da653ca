"""The tools of an agent version as one API sends them: made once, kept as long as the version is loaded."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from orchestration.engine.ports import ToolSchema
from orchestration.engine.tool_names import safe_tool_names
from orchestration.providers.wire.failures import refused

_KEPT_TOOL_SETS = 500

type Form = Callable[[Iterable[ToolSchema], Mapping[str, str]], list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class SentTools:
    """The tools of one agent version as they are sent."""

    tools: tuple[ToolSchema, ...]
    sent_names: dict[str, str]
    originals: dict[str, str]
    """Sent name -> original name, for the calls that come back."""
    json: bytes


class ToolSets:
    """By identity of the tuple: an agent version's tools are one tuple for as long as it is loaded."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._kept: OrderedDict[int, SentTools] = OrderedDict()

    def of(self, tools: tuple[ToolSchema, ...]) -> SentTools:
        kept = self._kept.get(id(tools))
        if kept is None or kept.tools is not tools:
            kept = self._kept[id(tools)] = self._sent(tools)
            if len(self._kept) > _KEPT_TOOL_SETS:
                self._kept.popitem(last=False)
        return kept

    def _sent(self, tools: tuple[ToolSchema, ...]) -> SentTools:
        sent_names = safe_tool_names(tool.name for tool in tools)
        try:
            json = orjson.dumps(self._form(tools, sent_names))
        except orjson.JSONEncodeError as error:
            raise refused(f"The tools are not JSON: {error}.") from error
        return SentTools(tools, sent_names, {sent: name for name, sent in sent_names.items()}, json)
