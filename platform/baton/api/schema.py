"""The OpenAPI document: what a view says of itself, and what holds for every operation.

`describe` stands on each method; `BatonSchema` adds scopes, filters, headers and refusals, `schema_parts` the
components they refer to.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers

from baton.api.errors import STATUS_OF_CODE
from baton.api.filters import Filter
from baton.api.permissions import ANY_SCOPE

_ALWAYS = {400, 401, 403, 404, 503}
_WITH_BODY = {413, 415, 422}
_WITH_KEY = {409}
_WITH_VERSION = {412, 428}
_MARK = "_baton"

Method = TypeVar("Method", bound=Callable[..., Any])


def describe(
    *,
    name: str,
    summary: str,
    answer: type[serializers.BaseSerializer[Any]] | Any,
    body: type[serializers.BaseSerializer[Any]] | None = None,
    status: int = 200,
    page: bool = False,
    errors: Sequence[str] = (),
    if_match: bool = False,
    idempotent: bool = False,
) -> Callable[[Method], Method]:
    """Describe one method of a view.

    `name` is its verb and noun (`start_run`); `errors` are the codes of its own; `page` makes a page of the
    answer; `if_match` and `idempotent` say which headers it reads.
    """
    shown = _page_of(answer) if page else answer  # type: ignore[arg-type]
    about = {"errors": tuple(errors), "if_match": if_match, "idempotent": idempotent}

    def mark(method: Method) -> Method:
        described: Method = extend_schema(
            operation_id=name, summary=summary, request=body, responses={status: shown}
        )(method)
        setattr(described, _MARK, about)
        return described

    return mark


@cache
def _page_of(answer: Any) -> Any:
    return inline_serializer(
        f"{answer.__name__}Page",
        {
            "items": answer(many=True),
            "next_cursor": serializers.CharField(
                allow_null=True, help_text="Send it as `cursor` for the next page; null on the last."
            ),
        },
    )


class BatonSchema(AutoSchema):
    """One operation with everything that the toolkit does for it."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        about = getattr(getattr(self.view, self.method.lower(), None), _MARK, None)
        if about is None:
            raise TypeError(f"{self.method} {self.path} has no @describe")
        operation["parameters"] = [*operation.get("parameters", []), *self._parameters(about)]
        operation["description"] = self._describe(operation.get("description", ""), about["errors"])
        refused = {"$ref": "#/components/responses/Refused"}
        for status in sorted(self._refusals(operation, about)):
            operation["responses"].setdefault(str(status), refused)
        for response in operation["responses"].values():
            if "$ref" not in response:
                response.setdefault("headers", {})["X-Request-ID"] = {
                    "$ref": "#/components/headers/RequestId"
                }
        return operation

    def _parameters(self, about: dict[str, Any]) -> list[dict[str, Any]]:
        filters: Mapping[str, Filter] = getattr(self.view, "filters", {}) if self.method == "GET" else {}
        parameters: list[dict[str, Any]] = [
            {"name": name, "in": "query", "description": each.description, "schema": each.schema()}
            for name, each in filters.items()
        ]
        names = ["Project", "RequestId"]
        names += ["IdempotencyKey"] if about["idempotent"] else []
        names += ["IfMatch"] if about["if_match"] else []
        return parameters + [{"$ref": f"#/components/parameters/{name}"} for name in names]

    def _describe(self, text: str, errors: Sequence[str]) -> str:
        scopes: Mapping[str, str] = getattr(self.view, "scopes", {})
        scope = scopes[self.method]
        lines = [text, f"Needs the scope `{scope}`." if scope != ANY_SCOPE else "Needs no scope."]
        if errors:
            lines.append(
                "Refusals: " + ", ".join(f"{STATUS_OF_CODE[code]} `{code}`" for code in errors) + "."
            )
        return "\n\n".join(filter(None, lines))

    def _refusals(self, operation: dict[str, Any], about: dict[str, Any]) -> set[int]:
        statuses = _ALWAYS | {STATUS_OF_CODE[code] for code in about["errors"]}
        if self.method != "GET":
            statuses |= _WITH_BODY
        if about["idempotent"]:
            statuses |= _WITH_KEY
        if about["if_match"]:
            statuses |= _WITH_VERSION
        return statuses

    def get_tags(self) -> list[str]:
        """The first word below the version: everything about runs stands together."""
        return [self.path.removeprefix("/api/v1/").split("/")[0]]


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the document names API keys."""

    target_class = "baton.api.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "btn_{env}_{id}_{secret}{checksum}"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the document names a signed-in person; on plain http the cookie has the instance's name."""

    target_class = "baton.api.authentication.SignedInAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "__Host-baton_session",
            "description": "A signed-in person. Methods that change something also need `X-CSRFToken`.",
        }
