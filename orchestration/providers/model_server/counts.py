"""What the server saw: counters for benches, the last requests for tests."""

from collections import Counter, deque
from typing import Any

import orjson

from orchestration.providers.model_server.http import Request

KEPT_REQUESTS = 200
KEPT_BODY = 1024 * 1024
_SECRET_HEADERS = frozenset({"authorization", "api-key", "x-api-key"})


class Counts:
    """What this server was asked and how it went, for tests that ask it."""

    def __init__(self) -> None:
        self._requests: deque[Request] = deque(maxlen=KEPT_REQUESTS)
        self._struck: Counter[str] = Counter()
        self.total = 0
        self.in_flight = 0
        self.max_in_flight = 0
        self.left = 0
        """Clients that went away before they had their answer."""

    def begin(self, request: Request) -> None:
        self.total += 1
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)
        if len(request.body) <= KEPT_BODY:
            self._requests.append(request)

    def end(self) -> None:
        self.in_flight -= 1

    def strike(self, key: str, times: int, after: int) -> bool:
        """Whether a fault strikes now that lets `after` requests of this key go and strikes `times` times."""
        self._struck[key] += 1
        place = self._struck[key] - after
        return place > 0 and (times == 0 or place <= times)

    def stat(self) -> dict[str, int]:
        return {
            "requests": self.total,
            "in_flight": self.in_flight,
            "max_in_flight": self.max_in_flight,
            "left": self.left,
        }

    def requests(self) -> list[dict[str, Any]]:
        """The last requests, oldest first, without their keys."""
        return [
            {
                "target": request.target,
                "headers": {
                    name: value for name, value in request.headers.items() if name not in _SECRET_HEADERS
                },
                "authenticated": not _SECRET_HEADERS.isdisjoint(request.headers),
                "body": _json_or_none(request.body),
            }
            for request in self._requests
        ]

    def reset(self) -> None:
        self._requests.clear()
        self._struck.clear()
        self.total = self.left = 0
        self.max_in_flight = self.in_flight


def _json_or_none(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
