"""Where whole objects stand in a text, and what is thinking, fence or words around them. One pass.

An object is a pair of braces outside of other brackets. Strings inside of it are read by JSON's rules, so
that a brace, a fence or a tag in a value belongs to the value. Words before an object are no JSON: an
apostrophe there opens nothing. Takes time in proportion to the text, whatever the text is.
"""

import re
from dataclasses import dataclass, field
from typing import Final

_TAG: Final = re.compile(r"<(/?)(think|thinking|thought|reasoning|reflection)\s*>", re.IGNORECASE)
_FENCE: Final = re.compile(r"(?:`{3,}|~{3,})[ \t]*([A-Za-z0-9_+-]*)")
_STOP: Final = re.compile(r'["{}\[\]<]')
_STRING: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BRACKET_OR_QUOTE: Final = re.compile(r'["\[\]{}]')
_FENCE_BEFORE: Final = re.compile(r"(?:`{3,}|~{3,})[ \t]*[A-Za-z0-9_+-]*$")
_FENCE_AFTER: Final = re.compile(r"\s*(?:`{3,}|~{3,})")
_LONGEST_MARK: Final = 80
_EDGES: Final = " \t\r\n`~"
"""White space, and what is left of a fence that was cut."""
_OPENING: Final = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Found:
    """One whole object."""

    start: int
    end: int


@dataclass(slots=True)
class Scan:
    """What one text holds."""

    objects: list[Found] = field(default_factory=list)
    around: str = ""
    """Everything that is neither object nor thinking, fences included."""
    has_thinking: bool = False
    open_at: int | None = None
    """Where an object begins that never ends."""
    lists_are_words: bool = False
    """A bracket was never closed: those after it are looked at one by one no more."""

    @property
    def words(self) -> str:
        """What is said around the objects, without fences."""
        return _FENCE.sub("", self.around).strip(_EDGES)

    @property
    def is_empty(self) -> bool:
        """There is nothing but thinking and fences around nothing."""
        return not self.objects and self.open_at is None and not self.words


def scan(text: str) -> Scan:
    """Look through the text once, from left to right."""
    found = Scan()
    rest: list[str] = []
    place = 0
    while place < len(text):
        stop = _STOP.search(text, place)
        if stop is None:
            rest.append(text[place:])
            break
        rest.append(text[place : stop.start()])
        place = _step(text, stop.start(), found, rest)
    found.around = "".join(rest)
    return found


def _step(text: str, place: int, found: Scan, rest: list[str]) -> int:
    """Take what begins here, and answer where to go on."""
    match text[place]:
        case "<" if tag := _TAG.match(text, place):
            return _thinking(text, tag, found, rest)
        case "{":
            end = _end_of(text, place)
            if end is None:
                found.open_at = place if found.open_at is None else found.open_at
                return len(text)
            found.objects.append(Found(place, end))
            return end
        case "[" if not found.lists_are_words:
            end = _end_of(text, place)
            if end is not None:
                rest.append(text[place:end])
                return end
            found.lists_are_words = True
        case _:
            pass
    rest.append(text[place])
    return place + 1


def _thinking(text: str, tag: re.Match[str], found: Scan, rest: list[str]) -> int:
    """Leave the thinking out. One that only ends began with the text; one that only begins never ends."""
    found.has_thinking = True
    if tag[1]:
        found.open_at = None
        found.objects.clear()
        rest.clear()
        return tag.end()
    closing = re.compile(rf"</{re.escape(tag[2])}\s*>", re.IGNORECASE).search(text, tag.end())
    return len(text) if closing is None else closing.end()


def _end_of(text: str, place: int) -> int | None:
    """Past the bracket that closes the one here; None where it is never closed."""
    open_brackets: list[str] = []
    while place < len(text):
        sign = text[place]
        if sign in _OPENING:
            open_brackets.append(_OPENING[sign])
        elif sign in "]}":
            # Another kind of bracket closes it too: what that is worth is judged by who reads it.
            open_brackets.pop()
            if not open_brackets:
                return place + 1
        elif sign == '"':
            string = _STRING.match(text, place)
            if string is None:
                return None
            place = string.end()
            continue
        following = _BRACKET_OR_QUOTE.search(text, place + 1)
        if following is None:
            return None
        place = following.start()
    return None


def is_fenced(text: str, place: Found) -> bool:
    """Whether nothing but a fence is around the object."""
    before = text[max(0, place.start - _LONGEST_MARK) : place.start].rstrip()
    return bool(_FENCE_BEFORE.search(before)) and bool(_FENCE_AFTER.match(text, place.end))
