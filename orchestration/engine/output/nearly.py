"""What is seen on a text that is nearly JSON before anybody guesses what it means.

Each look takes time in proportion to the text: the text is a model's, the patterns hold the interpreter's
lock, and a worker has a thousand other runs. So quantifiers here give nothing back (`++`, `*+`).
"""

import re
from typing import Final

from orchestration.engine.output.problems import Problem, Refused, refused

_TEXT: Final = r'"(?:[^"\\]++|\\.)*+"?+|\'(?:[^\'\\]++|\\.)*+\'?+'
# The closing quote is optional: a string that is cut short swallows the rest.
_TEXT_OR_COMMENT: Final = re.compile(
    rf"(?P<text>{_TEXT})|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?+", re.DOTALL
)
_BEFORE_COMMENT: Final = frozenset("{[,:}]\"'”")
_TOKEN: Final = re.compile(rf"{_TEXT}|“[^”]*+”?+|[{{}}\[\],:]|[^\s{{}}\[\],:\"'“]++", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_LEGAL_ESCAPES: Final = frozenset("\"\\/bfnrtu'")
_LETTER_ESCAPES: Final = frozenset("bfnrt")
_NO_VALUE: Final = re.compile(r":\s*+undefined\b")
_NO_NUMBER: Final = re.compile(r"[:,\[]\s*+[+-]?+(?:NaN|Infinity)\s*+(?=[,\]}]|$)")
_TEXT_AT_END: Final = re.compile(r"""[:=]\s*+(["'])(?:\\.|(?!\1)[^\\])*+\1$""", re.DOTALL)
_CLOSERS: Final = " \t\r\n}];"
_BRACKETS: Final = frozenset("{}[]")
_MAY_BE_FORGOTTEN: Final = 1
"""The last bracket is forgotten by models; where more are missing the text was cut between two values."""
_OPENS: Final = frozenset(":,[{")


def without_comments(text: str) -> str:
    """Comments stand between values and never in one; what looks like one elsewhere stays, and is judged."""
    pieces: list[str] = []
    place = 0
    for found in _TEXT_OR_COMMENT.finditer(text):
        before = text[place : found.start()]
        pieces.append(before)
        place = found.end()
        last = before.rstrip()[-1:] or next((piece.rstrip()[-1:] for piece in pieces[-2:-1]), "")
        is_comment = found["text"] is None and last in _BEFORE_COMMENT
        pieces.append(" " if is_comment else found[0])
    pieces.append(text[place:])
    return "".join(pieces)


def what_forbids(text: str) -> Refused | None:
    """Why no guess at the text may be used, whatever the parser makes of it."""
    if _is_cut(text.rstrip()):
        return refused(Problem.TRUNCATED)
    if _NO_NUMBER.search(text):
        return refused(Problem.NON_FINITE_NUMBER)
    if _NO_VALUE.search(text) or _mixes_escapes(text):
        return refused(Problem.NOT_JSON)
    if _repeats_a_key(text):
        return refused(Problem.DUPLICATE_KEY)
    return None


def _is_cut(text: str) -> bool:
    """Whether it stops where no JSON does: in a text or a number, after a key, a colon or a comma."""
    if not text.startswith("{"):
        return False
    if text.endswith(("{", "[", ",", ":", "\\", "-", "+")) or _unclosed(text) > _MAY_BE_FORGOTTEN:
        return True
    last, is_odd = _last_quote(text)
    after = text[last + 1 :].strip(_CLOSERS)
    if last >= 0 and is_odd and (after or text[:last].rstrip()[-1:] in _OPENS):
        return True
    # A word or number that nothing closes may have been longer.
    if not is_odd and text[-1].isalnum():
        return True
    # A string at the very end that no colon stands before is a key without a value.
    return last == len(text) - 1 and not is_odd and _TEXT_AT_END.search(text) is None


def _unclosed(text: str) -> int:
    brackets = [found[0] for found in _TOKEN.finditer(text) if found[0] in _BRACKETS]
    return sum(1 if bracket in "{[" else -1 for bracket in brackets)


def _last_quote(text: str) -> tuple[int, bool]:
    """The place of the last quote that opens or closes a string (-1: there is none), and whether their number
    is odd."""
    quote = _quote_of(text)
    last, count = -1, 0
    place = 0
    while place < len(text):
        if text[place] == "\\":
            place += 2
            continue
        if text[place] == quote and not _is_apostrophe(text, place, quote):
            last, count = place, count + 1
        place += 1
    return last, count % 2 == 1


def _quote_of(text: str) -> str:
    """Which sign its strings stand in: the first that comes."""
    first = re.search(r"[\"'“]", text)
    return "”" if first is not None and first[0] == "“" else first[0] if first else '"'


def _is_apostrophe(text: str, place: int, quote: str) -> bool:
    """A single quote between two letters closes nothing."""
    around = text[max(0, place - 1) : place] + text[place + 1 : place + 2]
    return quote == "'" and len(around) == 2 and around.isalpha()


def _mixes_escapes(text: str) -> bool:
    """An illegal escape beside a legal letter one: of a path, say, the parser would make a line feed."""
    escapes = {found[1] for found in _ESCAPE.finditer(text)}
    return bool(escapes - _LEGAL_ESCAPES) and bool(escapes & _LETTER_ESCAPES)


def _repeats_a_key(text: str) -> bool:
    """Whether one object has a key twice; two objects may have the same."""
    keys: list[set[str]] = [set()]
    said: list[str] = []
    """What stands since the last comma or bracket."""
    for found in _TOKEN.finditer(text):
        piece = found[0]
        if piece == ":" and said:
            key = " ".join(said).strip("\"'“”")
            if key in keys[-1]:
                return True
            keys[-1].add(key)
            said = []
        elif piece in "{[":
            keys.append(set())
            said = []
        elif piece in "}]":
            if len(keys) > 1:
                keys.pop()
            said = []
        elif piece == ",":
            said = []
        else:
            said.append(piece)
    return False
