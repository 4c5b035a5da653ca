"""Which tools a model may or must call, in the words of the messages API."""

from collections.abc import Mapping
from typing import Any, Final

_WORDS: Final[Mapping[str, str]] = {"auto": "auto", "required": "any", "any": "any", "none": "none"}


def tool_choice(asked: Any, *, one_at_a_time: bool, sent_names: Mapping[str, str]) -> dict[str, Any] | None:
    """`asked` as an agent says it: in a word, or in the form of either API. None: nothing has to be said."""
    choice = _choice(asked, sent_names)
    if not one_at_a_time or (choice is not None and choice.get("type") == "none"):
        return choice
    return {**(choice or {"type": "auto"}), "disable_parallel_tool_use": True}


def _choice(asked: Any, sent_names: Mapping[str, str]) -> dict[str, Any] | None:
    match asked:
        case None:
            return None
        case str():
            return {"type": _WORDS.get(asked, asked)}
        case {"type": "function", "function": {"name": str(name)}} | {"type": "function", "name": str(name)}:
            return {"type": "tool", "name": sent_names.get(name, name)}
        case {"type": "tool", "name": str(name)}:
            return {**asked, "name": sent_names.get(name, name)}
        case Mapping():
            return dict(asked)
        case _:  # the API says what is wrong with it
            return {"type": asked}
