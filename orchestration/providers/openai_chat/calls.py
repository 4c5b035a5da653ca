"""Tool calls put together from their pieces.

A piece names its call by an index, but hosts are loose with it: parallel calls share index 0, or there is no
index at all. Arguments of two calls glued into one text would be a call nobody asked for, so a new id on a
used index is a new call, and so is a second name after a whole object of arguments.
"""

from dataclasses import dataclass, field
from typing import Any

import orjson

from baton.core.text import clean_text, mark_text
from orchestration.engine.ports import RequestedCall


@dataclass(slots=True)
class _Call:
    id: str
    name: str = ""
    arguments: list[str] = field(default_factory=list)

    def add(self, function: dict[str, Any]) -> None:
        name, arguments = function.get("name") or "", function.get("arguments")
        if name != self.name:
            self.name += name
        if isinstance(arguments, dict):
            arguments = orjson.dumps(arguments).decode()
        if arguments is not None:
            if not isinstance(arguments, str):
                raise TypeError(f"{type(arguments).__name__} where arguments belong")
            self.arguments.append(arguments)

    def is_whole(self) -> bool:
        try:
            return isinstance(orjson.loads("".join(self.arguments)), dict)
        except orjson.JSONDecodeError:
            return False


class CallAssembly:
    """Puts the calls of one reply together from the pieces of its stream."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []
        self._at_index: dict[int, list[_Call]] = {}

    def add(self, piece: dict[str, Any]) -> None:
        """One element of `delta.tool_calls`."""
        function = piece.get("function") or {}
        index = piece.get("index")
        calls = self._calls if index is None else self._at_index.setdefault(index, [])
        call_id = str(piece.get("id") or "")
        call = self._named(calls, call_id, function)
        if call is None:
            call = _Call(call_id)
            self._calls.append(call)
            if calls is not self._calls:
                calls.append(call)
        call.add(function)

    def requested(self, original_names: dict[str, str]) -> tuple[RequestedCall, ...]:
        """The calls in the order they began; arguments as they came, None where there were none at all."""
        return tuple(
            RequestedCall(
                provider_id=clean_text(call.id) or None,
                name=original_names.get(call.name, mark_text(call.name)),
                arguments=mark_text("".join(call.arguments)) if call.arguments else None,
            )
            for call in self._calls
        )

    def _named(self, calls: list[_Call], call_id: str, function: dict[str, Any]) -> _Call | None:
        """The call at this index that the piece goes on with; None = it begins a new one."""
        if not calls:
            return None
        if call_id:
            return next((call for call in reversed(calls) if call.id in (call_id, "")), None)
        latest = calls[-1]
        return None if function.get("name") and latest.is_whole() else latest
