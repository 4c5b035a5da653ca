"""Trying tools, policy and profiles over REST, for tests: a shop that listens, and short requests."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from database import TestDatabase
from rest_world import assert_described, post

from baton.core.ids import new_id

SECRET = "sk-canary-7c0ffee7"
DEFINITION = """
baton: 1
variables: {SHOP_URL: "http://HOST"}
tools:
  refund:
    description: Pay money back
    arguments: {order: {type: string}, amount: {type: number}, "note?": {type: string}}
    sentence: "Refund {amount} for {order}"
    request: "POST {SHOP_URL}/orders/{order}/refunds"
    body: [amount, note]
  find:
    description: Find an order
    effect: read_only
    arguments: {order: {type: string}}
    request: "GET {SHOP_URL}/orders/{order}"
"""


@dataclass
class Shop:
    """A real server that writes down what it gets."""

    port: int = 0
    requests: list[tuple[str, str, dict[str, str], str]] = field(default_factory=list)
    answer: Callable[[dict[str, str]], tuple[int, str]] = lambda headers: (200, '{ "ok": true }')

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"


@dataclass(frozen=True)
class Trying:
    """Requests of one client, each held to the document."""

    client: Any

    def send(self, path: str, body: Any, *, key: str | None = None) -> Any:
        headers = {} if key is None else {"Idempotency-Key": key}
        response = post(self.client, f"/api/v1/{path}", body, **headers)
        assert_described(response)
        return response

    def dry(self, body: dict[str, Any]) -> Any:
        return self.send("tools/try", {**body, "mode": "dry"})

    def real(self, body: dict[str, Any], digest: str, key: str | None = None) -> Any:
        return self.send("tools/try", {**body, "mode": "real", "digest": digest}, key=key or new_key())


def new_key() -> str:
    return new_id().hex


def audited(database: TestDatabase, action: str = "tools:try") -> list[dict[str, Any]]:
    """What was written down of real tries, oldest first."""
    rows = database.rows("select detail from audit_auditentry where action = %s order by id", [action])
    return [json.loads(row["detail"]) if isinstance(row["detail"], str) else row["detail"] for row in rows]
