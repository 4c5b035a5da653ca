"""Regular expressions in tool schemas: only those whose matching time is bounded, whatever a model writes.

Python's matcher backtracks, so `(a+)+$` on forty letters stops a worker that serves a thousand runs. A
pattern is refused when it repeats something of varying length; what is tested against one is short.
"""

import re

MAX_PATTERN = 500
MAX_TESTED = 512
MAX_ENDLESS = 3

_TOKEN = re.compile(
    r"(?P<open>\((?:\?[a-zA-Z:=!<]*+(?:>)?)?)|(?P<close>\))|(?P<branch>\|)"
    r"|(?P<repeat>(?:[*+?]|\{\d*+,?\d*+\})[?+]?)"
    r"|(?P<plain>\\.|\[\^?+\]?+(?:\\.|[^\]\\])*+\]|.)",
    re.DOTALL,
)
_EXACT = re.compile(r"\{\d+\}")
_ENDLESS = re.compile(r"[*+]|\{\d*,\}")


def why_unsafe(pattern: str) -> str | None:
    """What is wrong with a pattern, or None where it may be used."""
    if len(pattern) > MAX_PATTERN:
        return f"it is longer than {MAX_PATTERN} characters"
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"it is no regular expression: {error}"
    if re.search(r"\\[1-9]|\(\?P=|\(\?\(", pattern):
        return "it refers back to a group"
    return _why_slow(pattern)


def matches(pattern: str, text: str) -> bool:
    """Whether the pattern stands somewhere in the text, read as JSON Schema does and not as Python.

    `$` is the very end, not before a last line feed, and `\\d` is 0 to 9, not the digits of every script.
    """
    python = _TOKEN.sub(lambda token: r"\Z" if token.group() == "$" else token.group(), pattern)
    return re.search(python, text, re.ASCII) is not None


def _why_slow(pattern: str) -> str | None:
    """One pass over the brackets: a group that varies in length must not be repeated more than once."""
    varies = [False]
    before_varies = False
    endless = 0
    for token in _TOKEN.finditer(pattern):
        closed_varies, before_varies = before_varies, False
        match token.lastgroup:
            case "open":
                varies.append(False)
            case "close":
                before_varies = varies.pop()
                varies[-1] = varies[-1] or before_varies
            case "branch":
                varies[-1] = True
            case "repeat":
                varies[-1] = varies[-1] or closed_varies or not _EXACT.fullmatch(token.group())
                if closed_varies and not token.group().startswith("?"):
                    return "it repeats a part of varying length"
                endless += bool(_ENDLESS.match(token.group()))
            case _:
                pass
    return f"it has more than {MAX_ENDLESS} repeats without end" if endless > MAX_ENDLESS else None
