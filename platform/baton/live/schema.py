"""The streams in the OpenAPI document: Django does not answer them, so nothing else would describe them."""

from typing import Any

_REFUSED = {"$ref": "#/components/responses/Refused"}
_STREAM = {
    "description": "Objects as on the socket, one `data:` line each; `id:` is the last seq.",
    "headers": {"X-Request-ID": {"$ref": "#/components/headers/RequestId"}},
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}
_PROJECT = {
    "name": "project",
    "in": "query",
    "description": "The project of a signed-in person, who sends no header here. An API key implies its own.",
    "schema": {"type": "string", "format": "uuid"},
}
_RUN = {
    "name": "run_id",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "format": "uuid"},
}
_AFTER = {
    "name": "after",
    "in": "query",
    "description": "Events with a seq above this; 0 unless said.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
}
_LAST_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "What a client sends by itself when it begins again; it wins over `after`.",
    "schema": {"type": "string"},
}


def add_streams(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """drf-spectacular's hook: two more paths."""
    result["paths"]["/sse/changes"] = {
        "get": _operation("follow_changes", "Follow which runs and approvals of a project change", [_PROJECT])
    }
    result["paths"]["/sse/runs/{run_id}"] = {
        "get": _operation("follow_run", "Follow the events of a run", [_RUN, _AFTER, _LAST_ID, _PROJECT])
    }
    return result


def _operation(name: str, summary: str, parameters: list[dict[str, Any]]) -> dict[str, Any]:
    statuses = ("400", "401", "403", "404", "405", "429", "503")
    return {
        "operationId": name,
        "summary": summary,
        "description": "Needs the scope `runs:read`.\n\nRefusals: 429 `too_many_streams`.",
        "tags": ["sse"],
        "security": [{"apiKey": []}, {"session": []}],
        "parameters": [*parameters, {"$ref": "#/components/parameters/RequestId"}],
        "responses": {"200": _STREAM, **{status: _REFUSED for status in statuses}},
    }
