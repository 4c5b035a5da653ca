"""Foreign text on a line that a person decides by: nothing in it is invisible, reorders or moves the cursor.

A character that cannot be seen is written as its code in marks, `⟨U+202E⟩`. The opening mark itself is
written so too; hence nobody can forge an escape, and two texts never look the same for a hidden reason.
Letters that merely resemble each other are not judged here.
"""

import re
import unicodedata

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Blank or without a shape of their own although Unicode calls them letters, marks or symbols.
_HIDDEN_OTHERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_OPENING_MARK = "⟨"
_PLAIN = re.compile(r"[ -~]*")


def visible(text: str) -> str:
    """The text with every invisible, bidi, control and odd space character spelled out."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(f"⟨U+{ord(sign):04X}⟩" if _is_hidden(sign) else sign for sign in text)


def _is_hidden(sign: str) -> bool:
    if sign == " ":
        return False
    if sign == _OPENING_MARK or sign in _HIDDEN_OTHERS:
        return True
    category = unicodedata.category(sign)
    return category in _HIDDEN_CATEGORIES or category == "Zs" or _is_variation_selector(sign)


def _is_variation_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
