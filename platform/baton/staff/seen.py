"""What the page of a form showed, so that nobody overwrites what they have not seen.

A page that was opened before a colleague suspended somebody would otherwise let them in again with the next
change of a name.
"""

import json
from hashlib import sha256
from typing import Any

from django import forms

CHANGED = "Somebody has changed this meanwhile: open the page anew and make your change there."


class SeenForm(forms.ModelForm):  # type: ignore[type-arg]
    """Carries a digest of the values that it was made with, and is refused where they are others by now."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def mark(self) -> None:
        """At the end of `__init__`, when all values are there."""
        shown = {name: self.initial.get(name) for name in sorted(self.fields) if name != "seen"}
        self.initial["seen"] = sha256(json.dumps(shown, default=str).encode()).hexdigest()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.instance._state.adding and cleaned.get("seen") != self.initial["seen"]:
            raise forms.ValidationError(CHANGED)
        return cleaned
