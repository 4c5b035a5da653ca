"""Small files that Baton keeps for itself: written whole or not at all, and private."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_private(path: Path, text: str) -> None:
    """Replace a file by one that only we may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())  # a full disk must show here, before the old file is gone
    new.replace(path)


def write_private_json(path: Path, content: Mapping[str, Any]) -> None:
    write_private(path, json.dumps(content, indent=2, sort_keys=True) + "\n")


def read_json(path: Path) -> dict[str, Any] | None:
    """What the file holds, or None where there is none or it is torn."""
    try:
        content = json.loads(path.read_text())
    except (FileNotFoundError, ValueError):
        return None
    return content if isinstance(content, dict) else None
