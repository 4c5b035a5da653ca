"""Names that people give: any script, any emoji, but nothing that reorders a line or cannot be seen."""

import unicodedata

from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import Entry

_JOINERS = frozenset("\u200c\u200d")
"""Persian, Indic scripts and many emoji are written with them."""
_REFUSED = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def refuse_hidden_signs(what: str, entry: Entry, findings: Findings) -> None:
    """Report the first sign of the name that nobody would see as what it is."""
    for sign in entry.key:
        if unicodedata.category(sign) in _REFUSED and sign not in _JOINERS:
            message = f"{what} holds U+{ord(sign):04X}, which cannot be seen as what it is."
            findings.add("invalid_name", message, entry.at)
            return
