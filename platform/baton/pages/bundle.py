"""The built browser application: which files a page must name, from the manifest that Vite wrote.

Names of built files hold a digest of their content, so they may be kept for ever and a page must be asked for
the names of today.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MANIFEST = ".vite/manifest.json"
_FIRST_FONTS = ("inter-latin-wght-normal", "jetbrains-mono-latin-wght-normal")
"""Asked for before the style sheet is read; others come when a character needs them."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Paths below the bundle's own folder."""

    script: str
    styles: tuple[str, ...]
    modules: tuple[str, ...]
    """What the script imports at once."""
    fonts: tuple[str, ...]
    """Inter, then JetBrains Mono: latin."""


def read_bundle(folder: Path) -> Bundle | None:
    """The bundle in this folder; None where none was built, or not to its end."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        return _bundle(manifest)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _bundle(manifest: Mapping[str, Any]) -> Bundle:
    entry = next((name for name, each in manifest.items() if each.get("isEntry")), "")
    imported = list(dict.fromkeys(_imports(manifest, entry)))
    styles = [style for name in (entry, *imported) for style in manifest[name].get("css", ())]
    return Bundle(
        script=manifest[entry]["file"],
        styles=tuple(dict.fromkeys(styles)),
        modules=tuple(manifest[name]["file"] for name in imported),
        fonts=tuple(filter(None, (_font(manifest, name) for name in _FIRST_FONTS))),
    )


def _imports(manifest: Mapping[str, Any], name: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    for imported in manifest[name].get("imports", ()):
        if imported not in seen:
            yield imported
            yield from _imports(manifest, imported, seen | {name, imported})


def _font(manifest: Mapping[str, Any], name: str) -> str | None:
    return next((each["file"] for key, each in manifest.items() if Path(key).stem == name), None)
