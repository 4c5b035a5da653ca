"""Every route of the REST API, from the URL conf, with requests that whoever may do everything may send.

`STORY` tells them in an order in which each is accepted. A route that is not in it fails
`test_every_route.py`, so an endpoint cannot be forgotten there.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from studio import CONTENT

from baton.api.permissions import ANY_SCOPE
from baton.api.views import BatonView

ROOT = "api/v1/"


@dataclass(frozen=True)
class Route:
    """One method of one address below the version's; ids stand in braces."""

    method: str
    path: str
    view: type[BatonView]

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def scope(self) -> str:
        return self.view.scopes[self.method]

    @property
    def only_reads(self) -> bool:
        return self.scope == ANY_SCOPE or self.scope.endswith(":read")

    def says(self, header: str) -> bool:
        """Whether it reads `if_match` or is `idempotent`, as its description has it."""
        about: dict[str, Any] = getattr(self.view, self.method.lower())._baton
        return bool(about[header])


@dataclass(frozen=True)
class Step:
    """A request that is accepted where it stands in the story; ids in braces are filled in."""

    name: str
    body: Any = None
    new: bool = False
    """About the object that the story has made last, not the one that was there before it."""
    refused: tuple[int, str] | None = None
    """What stands in the way in these tests, where something does."""


def routes() -> dict[str, Route]:
    """By method and path."""
    found = {}
    for path, view in _addresses(get_resolver().url_patterns, ""):
        if path.startswith(ROOT):
            for method in view.scopes:
                route = Route(method, path.removeprefix(ROOT), view)
                found[route.name] = route
    return found


def _addresses(patterns: Any, before: str) -> Iterator[tuple[str, type[BatonView]]]:
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _addresses(each.url_patterns, path)
        elif isinstance(each, URLPattern):
            view = getattr(each.callback, "view_class", None)
            if isinstance(view, type) and issubclass(view, BatonView):
                yield _with_braces(path), view


def _with_braces(path: str) -> str:
    """`tools/<uuid:tool_id>` as the document writes it."""
    for part in path.split("<")[1:]:
        inside = part.split(">")[0]
        path = path.replace(f"<{inside}>", "{" + inside.rsplit(":", 1)[-1] + "}")
    return path


def _object(many: str, one: str, **changed: Any) -> list[Step]:
    """An object of its own with drafts and versions, from its first draft to its archive."""
    at, content = f"{many}/{{{one}_id}}", CONTENT[many]
    return [
        Step(f"GET {many}"),
        Step(f"POST {many}/check", {"id": f"{{{one}_id}}", "content": content}),
        Step(f"POST {many}", {"name": f"new-{one}", "content": content}),
        Step(f"GET {at}", new=True),
        Step(f"POST {at}/publish", {"notes": "First."}, new=True),
        Step(f"PUT {at}/draft", {"content": {**content, **changed}}, new=True),
        Step(f"POST {at}/publish", {"notes": "Second."}, new=True),
        Step(f"GET {at}/versions", new=True),
        Step(f"GET {at}/versions/{{number}}", new=True),
        Step(f"POST {at}/versions/{{number}}/restore", {"notes": "Back."}, new=True),
        Step(f"PUT {at}/draft", {"content": {**content, **changed}}, new=True),
        Step(f"DELETE {at}/draft", new=True),
        Step(f"POST {at}/duplicate", {"name": f"copy-of-{one}"}, new=True),
        Step(f"POST {at}/archive", {}, new=True),
        Step(f"POST {at}/unarchive", {}, new=True),
    ]


def _single(name: str, changed: Any) -> list[Step]:
    """What a project has one of."""
    return [
        Step(f"GET {name}"),
        Step(f"POST {name}/check", {"content": CONTENT[name]}),
        Step(f"PUT {name}/draft", {"content": changed}),
        Step(f"POST {name}/publish", {"notes": "First."}),
        Step(f"PUT {name}/draft", {"content": CONTENT[name]}),
        Step(f"POST {name}/publish", {"notes": "Second."}),
        Step(f"GET {name}/versions"),
        Step(f"GET {name}/versions/{{number}}"),
        Step(f"POST {name}/versions/{{number}}/restore", {"notes": "Back."}),
        Step(f"PUT {name}/draft", {"content": CONTENT[name]}),
        Step(f"DELETE {name}/draft"),
    ]


def _place(many: str, one: str, new: Any, changed: Any) -> list[Step]:
    """What is edited where it stands."""
    at = f"{many}/{{{one}_id}}"
    return [
        Step(f"GET {many}"),
        Step(f"POST {many}", new),
        Step(f"GET {at}", new=True),
        Step(f"PATCH {at}", changed, new=True),
        Step(f"DELETE {at}", new=True),
    ]


_DOCUMENT = json.dumps(
    {
        "openapi": "3.1.0",
        "info": {"title": "Shop", "version": "1"},
        "paths": {
            "/orders": {"get": {"operationId": "listOrders", "responses": {"200": {"description": "Them."}}}}
        },
    }
)
_PRICE = {**CONTENT["prices"]["prices"][0], "model": "other"}
_DECISION = {"decision": "approve", "digest": "{digest}", "reason": "Looks right."}

STORY: list[Step] = [
    Step("GET me"),
    Step("GET runs"),
    Step("GET runs/counts"),
    Step("GET outages"),
    Step("GET usage"),
    Step("GET runs/{run_id}"),
    Step("GET runs/{run_id}/snapshot"),
    Step("GET runs/{run_id}/events"),
    Step("GET runs/{run_id}/bodies/{body_id}"),
    Step("GET approvals"),
    Step("GET approvals/counts"),
    Step("GET approvals/{approval_id}"),
    Step("POST approvals/{approval_id}/decision", _DECISION),
    Step("DELETE approvals/{approval_id}/decision"),
    Step("POST runs", {"agent": "{agent_id}", "input": "hello"}),
    Step("POST runs/{run_id}/cancel", {"reason": "Enough."}, new=True),
    # No broker keeps it here: tests/baton/live/test_tickets.py has one.
    Step("POST live/tickets", refused=(503, "unavailable")),
    *_place("variables", "variable", {"name": "NEW", "value": "a"}, {"value": "b"}),
    *_place("credentials", "credential", {"name": "new", "host": "new.example"}, {"header": "X-New"}),
    *_place(
        "connections",
        "connection",
        {"name": "new", "provider": "openai_chat", "credential": "{model_key_id}"},
        {"credential": "{model_key_id}", "capabilities": {"streaming": False}},
    ),
    *_place(
        "mcp-servers",
        "mcp_server",
        {"name": "new", "url": "https://new.example/mcp", "credential": None},
        {"timeout_seconds": 20},
    ),
    Step("POST mcp-servers/{mcp_server_id}/look"),
    Step(
        "POST mcp-servers/{mcp_server_id}/import",
        {"tools": [{"tool": "search", "name": "docs_search", "definition_digest": "a" * 64}]},
        refused=(422, "mcp_failed"),
    ),
    Step("GET capabilities"),
    *_object("tools", "tool", description="Find it"),
    Step("POST tools/{tool_id}/versions/{number}/withdraw", {"reason": "It was wrong."}, new=True),
    Step("POST tools/openapi", {"document": _DOCUMENT, "variable": "SHOP_URL"}),
    Step(
        "POST tools/openapi/import",
        {"document": _DOCUMENT, "base": "SHOP_URL", "operations": [{"key": "GET /orders", "name": "orders"}]},
    ),
    *_object("profiles", "profile", instructions="Find everything."),
    *_object("agents", "agent", description="Another"),
    *_object("orchestrations", "orchestration", description="Another"),
    Step("POST connections/try", {"id": "{connection_id}", "model": "scripted", "message": "hello"}),
    Step(
        "POST tools/try",
        {"id": "{tool_id}", "content": CONTENT["tools"], "arguments": {"order": "A-1"}, "mode": "dry"},
    ),
    Step("POST policy/try", {"tool": "refund", "arguments": {"order": "A-1", "amount": 5}}),
    Step("POST profiles/preview", {"content": CONTENT["profiles"]}),
    Step("GET api-keys"),
    Step("GET api-keys/{key_id}"),
    Step("POST api-keys", {"name": "of the story", "scopes": ["runs:read"]}),
    Step("PATCH api-keys/{key_id}", {"expires_at": "2099-01-01T00:00:00Z"}, new=True),
    Step("POST api-keys/{key_id}/revoke", {}, new=True),
    Step("GET export"),
    Step("POST import", {"text": "{bundle}"}),
    *_single("policy", {"rules": [{"deny": "refund"}]}),
    *_single("prices", {"prices": [_PRICE]}),
]  # fmt: skip
