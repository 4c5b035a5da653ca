"""The REST calls that the commands of the terminal make, by name."""

from collections.abc import Iterator, Mapping
from typing import Any

from baton.ops.client.connection import Connection, segment

type Json = dict[str, Any]

_PAGE = 200


class Api:
    """Answers are the API's own JSON objects."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def url(self) -> str:
        return self._connection.url

    def start_run(self, body: Mapping[str, Any], idempotency_key: str) -> Json:
        return self._object(self._connection.post("runs", body, {"Idempotency-Key": idempotency_key}))

    def run(self, run_id: str) -> Json:
        return self._object(self._connection.get(f"runs/{segment(run_id)}"))

    def runs(self, **filters: Any) -> Iterator[Json]:
        """Newest first, page after page as they are asked for."""
        return self._pages("runs", filters)

    def events(self, run_id: str, after: int, limit: int) -> Json:
        query = {"after": after, "limit": limit}
        return self._object(self._connection.get(f"runs/{segment(run_id)}/events", query))

    def body(self, run_id: str, reference: str) -> str:
        """A long text of the record, whole."""
        answer = self._connection.get(f"runs/{segment(run_id)}/bodies/{segment(reference)}")
        return str(self._object(answer)["content"])

    def usage(self, **filters: Any) -> Json:
        return self._object(self._connection.get("usage", filters))

    def cancel_run(self, run_id: str, reason: str) -> Json:
        return self._object(self._connection.post(f"runs/{segment(run_id)}/cancel", {"reason": reason}))

    def approval(self, approval_id: str) -> Json:
        return self._object(self._connection.get(f"approvals/{segment(approval_id)}"))

    def approvals(self, **filters: Any) -> Iterator[Json]:
        return self._pages("approvals", filters)

    def decide(self, approval_id: str, body: Mapping[str, Any], version: int) -> Json:
        """The same decision sent twice is one decision, so this may be tried again."""
        headers = {"If-Match": f'"{version}"'}
        path = f"approvals/{segment(approval_id)}/decision"
        return self._object(self._connection.post(path, body, headers))

    def undo(self, approval_id: str) -> Json:
        """What is taken back already stays so: this may be tried again too."""
        return self._object(self._connection.delete(f"approvals/{segment(approval_id)}/decision"))

    def export_project(self) -> Json:
        return self._object(self._connection.get("export"))

    def import_project(self, text: str, *, apply: bool) -> Json:
        """The same file taken over twice changes nothing the second time, so this may be tried again."""
        return self._object(self._connection.post("import", {"text": text, "apply": apply}))

    def _pages(self, path: str, filters: Mapping[str, Any]) -> Iterator[Json]:
        query = {"limit": _PAGE, **filters}
        while True:
            page = self._object(self._connection.get(path, query))
            yield from page["items"]
            if not page.get("next_cursor"):
                return
            query["cursor"] = page["next_cursor"]

    @staticmethod
    def _object(answer: Any) -> Json:
        return answer if isinstance(answer, dict) else {}
