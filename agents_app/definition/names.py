"""Names that people give: any script, any emoji, but nothing that reorders a line or cannot be seen."""

from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import Entry
from baton.core.text import hidden_sign


def refuse_hidden_signs(what: str, entry: Entry, findings: Findings) -> None:
    """Report the first sign of the name that nobody would see as what it is."""
    if sign := hidden_sign(entry.key):
        findings.add("invalid_name", f"{what} holds {sign}, which cannot be seen as what it is.", entry.at)
