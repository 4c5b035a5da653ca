"""The ladder: from the text of a model to one value, rung by rung, each no kinder than it must be.

How it ended is asked first: a text that was cut off is never mended, however whole it looks. Then size,
nothing, depth; strict JSON; signs at the edges; thinking; fences and words around one whole object; a guess.
Whatever comes out is judged by a contract afterwards, which is no business of this module.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from orchestration.engine.output.guess import guess
from orchestration.engine.output.problems import Problem, Refused, Unreadable, refused
from orchestration.engine.output.scan import Found, Scan, is_fenced, scan
from orchestration.engine.output.strict import MAX_DEPTH, depth_of, parse

MAX_CHARACTERS: Final = 1024 * 1024
_MOST_GUESSES: Final = 8
"""Pairs of braces that are no JSON: more of them are code or a formula, and nobody's answer."""
_MOST_OBJECTS: Final = 1000
"""Pairs of braces that are looked at; in a text with more there is no single answer."""
_EDGES: Final = "\ufeff\u200b\u200c\u200d\u2060"
_WHITE: Final = " \t\r\n"


class Rung(StrEnum):
    """How far down the ladder the text had to be taken."""

    STRICT = "strict"
    BOM = "bom"
    THINKING = "thinking"
    FENCE = "fence"
    PROSE = "prose"
    TOLERANT = "tolerant"


@dataclass(frozen=True, slots=True)
class Tried:
    """One rung and why it did not hold; None: it did."""

    rung: Rung
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """`value` is anything that JSON has; it counts only where `refused` is None."""

    value: Any = None
    refused: Refused | None = None
    tried: tuple[Tried, ...] = ()
    words_around: bool = False
    """There was more than the object: the model broke its contract, if harmlessly."""

    @property
    def stage(self) -> Rung | None:
        """The last rung that was needed."""
        return self.tried[-1].rung if self.tried and self.refused is None else None


def read_text(text: str, finish_reason: str) -> Reading:
    """Read one reply. Takes a millisecond, and some tens of them for a long text that must be guessed at."""
    if (end := _end_of(finish_reason)) is not None:
        return Reading(refused=end)
    if len(text) > MAX_CHARACTERS or len(text.encode("utf-8", "surrogatepass")) > MAX_CHARACTERS:
        return Reading(refused=refused(Problem.TOO_LARGE))
    if not text.strip(_EDGES + _WHITE).strip():
        return Reading(refused=refused(Problem.EMPTY_OUTPUT))
    if depth_of(text) > MAX_DEPTH:
        return Reading(refused=refused(Problem.TOO_DEEP, f"At most {MAX_DEPTH} levels."))
    return _climb(text)


def _end_of(finish_reason: str) -> Refused | None:
    match finish_reason:
        case "length":
            return refused(Problem.TRUNCATED)
        case "refusal" | "content_filter":
            return refused(Problem.REFUSED)
        case _:
            return None


def _climb(text: str) -> Reading:
    whole = _strictly(text)
    if isinstance(whole, Reading):
        return _with(whole, Tried(Rung.STRICT, whole.refused))
    tried = [Tried(Rung.STRICT, whole)]
    bare = text.strip(_EDGES + _WHITE)
    if bare != text.strip(_WHITE):
        again = _strictly(bare)
        if isinstance(again, Reading):
            return _with(again, *tried, Tried(Rung.BOM, again.refused))
        tried.append(Tried(Rung.BOM, again))
    return _from_around(bare, scan(bare), tried)


def _strictly(text: str) -> Reading | Refused:
    """A reading is final, for good or ill; a refusal only means that this is not JSON."""
    try:
        return Reading(parse(text))
    except Unreadable as error:
        return Reading(refused=error.refused)
    except ValueError as error:
        return refused(Problem.NOT_JSON, f"The parser says: {error}.")


def _from_around(text: str, found: Scan, tried: list[Tried]) -> Reading:
    """One whole object, whatever stands around it."""
    if found.is_empty:
        return _with(Reading(refused=refused(Problem.EMPTY_OUTPUT)), *tried)
    if len(found.objects) > _MOST_OBJECTS:
        return _with(Reading(refused=refused(Problem.MULTIPLE_OBJECTS)), *tried)
    objects: list[tuple[Found, Reading]] = []
    for each in found.objects:
        if isinstance(read := _strictly(text[each.start : each.end]), Reading):
            objects.append((each, read))
    if len(objects) > 1:
        return _with(Reading(refused=refused(Problem.MULTIPLE_OBJECTS)), *tried)
    if len(objects) == 1:
        [(place, read)] = objects
        rung = _rung(text, place, found)
        return _with(read, *tried, Tried(rung, read.refused), words=bool(found.words))
    fenced = any(is_fenced(text, each) for each in found.objects[:_MOST_GUESSES])
    tried.append(Tried(Rung.FENCE if fenced else Rung.PROSE, tried[0].refused))
    if not found.objects and found.open_at is None:
        return _value_around(found, tried)
    return _guessed(text, found, tried)


def _value_around(found: Scan, tried: list[Tried]) -> Reading:
    """No object: perhaps another value of JSON, which the contract refuses with better words."""
    read = _strictly(found.words)
    if isinstance(read, Reading):
        return _with(read, *tried)
    return _with(Reading(refused=tried[0].refused or read), *tried)


def _guessed(text: str, found: Scan, tried: list[Tried]) -> Reading:
    pieces = [text[each.start : each.end] for each in found.objects]
    if found.open_at is not None:
        pieces.append(text[found.open_at :])
    if not pieces or len(pieces) > _MOST_GUESSES:
        return _with(Reading(refused=refused(Problem.NOT_JSON)), *tried)
    guesses = [guess(piece) for piece in pieces]
    values = [each for each in guesses if isinstance(each, dict)]
    if len(values) > 1:
        return _with(Reading(refused=refused(Problem.MULTIPLE_OBJECTS)), *tried)
    if len(values) == 1:
        return _with(Reading(values[0]), *tried, Tried(Rung.TOLERANT), words=bool(found.words))
    why = next(each for each in reversed(guesses) if isinstance(each, Refused))
    if why.problem is Problem.NOT_JSON and tried[0].refused is not None:
        why = tried[0].refused  # it names the place
    return _with(Reading(refused=why), *tried, Tried(Rung.TOLERANT, why))


def _rung(text: str, place: Found, found: Scan) -> Rung:
    if is_fenced(text, place):
        return Rung.FENCE
    if found.has_thinking and not found.words and not found.around.strip():
        return Rung.THINKING
    return Rung.PROSE


def _with(reading: Reading, *tried: Tried, words: bool = False) -> Reading:
    return Reading(reading.value, reading.refused, tuple(tried), words)
