"""The fixtures of the event law: `tests/fixtures/traces/*.json`, read by the tests of both folds.

A file is a list of traces `{name, events, view}`; `view` is the canonical JSON of what the events add up to,
as text, so that a fold is compared byte for byte.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestration.engine.events import Record
from orchestration.engine.projection import fold

RANDOM_FILES = ("random-legal-1.json", "random-legal-2.json", "random-odd-1.json", "random-odd-2.json")
FILES = ("real.json", *RANDOM_FILES)
FOLDER = Path(__file__).resolve().parent / "fixtures" / "traces"


@dataclass(frozen=True)
class StoredTrace:
    name: str
    records: tuple[Record, ...]
    view: str


def write(file: str, traces: Iterable[tuple[str, Sequence[Record]]]) -> None:
    """Store traces with the view that the engine makes of them today."""
    write_lines(file, [_to_json(name, records) for name, records in traces])


def write_lines(file: str, values: Iterable[Any]) -> None:
    """A JSON list with one value a line: what has changed is seen in a diff."""
    lines = ",\n".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values)
    (FOLDER / file).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def read(file: str) -> list[StoredTrace]:
    """The traces of a file as they were stored."""
    return [
        StoredTrace(
            each["name"],
            tuple(Record(e["seq"], e["kind"], e["payload"], e["at"]) for e in each["events"]),
            each["view"],
        )
        for each in read_lines(file)
    ]


def read_lines(file: str) -> Any:
    return json.loads((FOLDER / file).read_text(encoding="utf-8"))


def _to_json(name: str, records: Sequence[Record]) -> dict[str, Any]:
    events = [{"seq": r.seq, "at": r.at, "kind": r.kind, "payload": r.payload} for r in records]
    return {"name": name, "events": events, "view": fold(records).canonical().decode()}
