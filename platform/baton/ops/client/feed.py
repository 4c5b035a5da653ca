"""The events of a run, each once and in order, whatever happens to the connection in between."""

from dataclasses import dataclass
from typing import Any

from baton.ops.client.api import Api
from orchestration.engine.events import Record

_LIMIT = 500


@dataclass(frozen=True, slots=True)
class Page:
    """What is new, and where the run stands by its row: claims write no event, so only the row knows them."""

    items: tuple[dict[str, Any], ...]
    caught_up: bool
    """Whether these were the newest events when the server answered."""
    status: str
    waiting_for: tuple[str, ...]

    @property
    def records(self) -> list[Record]:
        return [Record(item["seq"], item["kind"], item["payload"], item["at"]) for item in self.items]


class Feed:
    """Remembers the last seq it gave out; a poll that failed may be repeated."""

    def __init__(self, api: Api, run_id: str, after: int = 0) -> None:
        self._api = api
        self.run_id = run_id
        self.after = after

    def poll(self) -> Page:
        answer = self._api.events(self.run_id, self.after, _LIMIT)
        items = tuple(item for item in answer["events"] if item["seq"] > self.after)
        if items:
            self.after = items[-1]["seq"]
        return Page(items, self.after >= answer["last_seq"], answer["status"], tuple(answer["waiting_for"]))
