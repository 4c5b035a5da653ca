"""Components that every operation of the OpenAPI document refers to."""

from typing import Any

from baton.api.errors import STATUS_OF_CODE
from baton.api.idempotency import MAX_LENGTH

_ERROR: dict[str, Any] = {
    "type": "object",
    "description": "Why a request was refused. Branch on `code`; `message` is for people.",
    "required": ["error"],
    "additionalProperties": False,
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "request_id"],
            "additionalProperties": False,
            "properties": {
                "code": {"$ref": "#/components/schemas/ErrorCode"},
                "message": {"type": "string"},
                "request_id": {"type": "string", "description": "Also the header X-Request-ID."},
                "field": {"type": "string", "description": "The field, header or parameter at fault."},
                "retry_after": {"type": "integer", "description": "Seconds; also the header Retry-After."},
                "details": {"type": "object", "description": "More, by code.", "additionalProperties": True},
            },
        }
    },
}

_REFUSED: dict[str, Any] = {
    "description": "Refused; nothing was changed.",
    "headers": {
        "X-Request-ID": {"$ref": "#/components/headers/RequestId"},
        "Retry-After": {"$ref": "#/components/headers/RetryAfter"},
    },
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}

_PARAMETERS: dict[str, dict[str, Any]] = {
    "Project": {
        "name": "Baton-Project",
        "in": "header",
        "description": "The project of a signed-in person. An API key implies its own.",
        "schema": {"type": "string", "format": "uuid"},
    },
    "RequestId": {
        "name": "X-Request-ID",
        "in": "header",
        "description": "An id of the caller's, given back and written into the audit log.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
    },
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "The same key with the same body gives the same answer, once done; with another 422.",
        "schema": {"type": "string", "minLength": 1, "maxLength": MAX_LENGTH},
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "required": True,
        "description": "The version that was seen, as in `ETag`.",
        "schema": {"type": "string", "pattern": '^"?[0-9]+"?$'},
    },
}

_HEADERS: dict[str, dict[str, Any]] = {
    "RequestId": {"description": "The id of this request.", "schema": {"type": "string"}},
    "RetryAfter": {"description": "Seconds to wait before trying again.", "schema": {"type": "integer"}},
}


def add_parts(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """drf-spectacular's last hook: put the shared components into the finished document."""
    components = result.setdefault("components", {})
    codes = sorted({*STATUS_OF_CODE, "account_suspended"})
    schemas = components.setdefault("schemas", {})
    schemas["Error"] = _ERROR
    schemas["ErrorCode"] = {"type": "string", "enum": codes}
    components["schemas"] = _with_any(schemas)
    components["responses"] = {"Refused": _REFUSED}
    components["parameters"] = _PARAMETERS
    components["headers"] = _HEADERS
    return result


def _with_any(schema: Any) -> Any:
    """The same, in which a field that may be any JSON or null says so: `oneOf` of both holds for no null."""
    if isinstance(schema, dict):
        parts = schema.get("oneOf", ())
        whole = schema if {} not in parts else {key: schema[key] for key in schema if key != "oneOf"}
        return {name: _with_any(value) for name, value in whole.items()}
    return [_with_any(each) for each in schema] if isinstance(schema, list) else schema
