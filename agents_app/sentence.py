"""The sentence a person decides by: a tool's template and the validated arguments, never a model's words.

Values are shown whole and as they are; a character that cannot be seen is spelled out (`baton.core.visible`).
"""

import re
from collections.abc import Mapping
from typing import Any

from baton.core.canonical import canonical_text
from baton.core.errors import Unprocessable
from baton.core.visible import visible

MAX_TEMPLATE = 500
NOT_GIVEN = "(not given)"

_PART = re.compile(r"\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_.-]*)\}|[{}]")


def check_template(template: str, argument_names: frozenset[str]) -> None:
    """Refuse a template that could not be filled from these arguments; for the moment of definition."""
    if not template.strip():
        raise Unprocessable("sentence_empty", "The sentence is empty; leave it out for the plain one.")
    if len(template) > MAX_TEMPLATE:
        raise Unprocessable("sentence_too_long", f"The sentence is longer than {MAX_TEMPLATE} characters.")
    if visible(template) != template:
        message = f"The sentence holds characters that cannot be seen: {visible(template)}"
        raise Unprocessable("sentence_invisible_character", message)
    for part in _PART.finditer(template):
        if part.group() in "{}":
            message = f"A single '{part.group()}' stands at {part.start()}; write it twice to show one."
            raise Unprocessable("sentence_malformed", message)
        name = part.group(1)
        if name is not None and name not in argument_names:
            known = ", ".join(sorted(argument_names)) or "none"
            message = f"The sentence names {{{name}}}, but the tool's arguments are: {known}."
            raise Unprocessable("sentence_unknown_argument", message)


def fill_sentence(template: str | None, tool_name: str, arguments: Mapping[str, Any]) -> str:
    """What the call will do, in one line. Without a template: the tool's name and its arguments' names."""
    if template is None:
        return _plain_sentence(tool_name, arguments)

    def fill(part: re.Match[str]) -> str:
        name = part.group(1)
        if name is None:
            return part.group()[0]
        return shown_value(arguments[name]) if name in arguments else NOT_GIVEN

    # One pass: a value that looks like a placeholder is not filled again.
    return _PART.sub(fill, template)


def shown_value(value: Any) -> str:
    """One argument as a person reads it: texts bare, everything else as canonical JSON."""
    return visible(value if isinstance(value, str) else canonical_text(value))


def _plain_sentence(tool_name: str, arguments: Mapping[str, Any]) -> str:
    if not arguments:
        return f"Call {visible(tool_name)} with no arguments"
    names = ", ".join(visible(name) for name in sorted(arguments))
    noun = "argument" if len(arguments) == 1 else "arguments"
    return f"Call {visible(tool_name)} with {len(arguments)} {noun}: {names}"
