"""Errors of Django, REST framework and the database in Baton's words.

Bad input that slipped past every schema ends here as a refusal, not as a failure of the server; what nobody
expected stays what it is and is answered with `internal_error`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core import exceptions as django_exceptions
from django.db import DataError, IntegrityError, InterfaceError, InternalError, OperationalError
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions as rest

from baton.core.errors import (
    BadInput,
    BatonError,
    Conflict,
    Forbidden,
    NotFound,
    TooLarge,
    Unauthenticated,
    Unavailable,
    Unprocessable,
    UnsupportedMedia,
)

RETRY_SECONDS = 5
_READ_ONLY = "25006"
_UNIQUE = "23505"
_FOREIGN_KEY = "23503"


def translate(error: BaseException) -> BatonError | None:
    """The same error as a BatonError, or None for one that nobody expected."""
    if isinstance(error, BatonError):
        return error
    if isinstance(error, rest.APIException):
        return _of_rest(error)
    return _of_django(error) or _of_database(error)


def _of_rest(error: rest.APIException) -> BatonError:
    match error:
        case rest.ValidationError():
            return invalid(error.detail)
        case rest.NotAuthenticated() | rest.AuthenticationFailed():
            return unauthenticated()
        case rest.NotFound():
            return NotFound()
        case rest.MethodNotAllowed():
            return BatonError("method_not_allowed", str(error.detail))
        case rest.UnsupportedMediaType():
            return UnsupportedMedia("unsupported_media_type", str(error.detail))
        case rest.NotAcceptable():
            return BatonError("not_acceptable", "Only application/json is answered.")
        case rest.PermissionDenied():
            return Forbidden("forbidden", str(error.detail))
        case _:
            return BadInput("bad_request", str(error.detail))


def _of_django(error: BaseException) -> BatonError | None:
    match error:
        case Http404():
            return NotFound()
        case django_exceptions.PermissionDenied():
            return Forbidden("forbidden", "This is not allowed.")
        case django_exceptions.DisallowedHost():
            return BadInput("bad_host", "This host name is not served here.")
        case django_exceptions.RequestDataTooBig():
            return TooLarge("body_too_large", "The request is larger than the limit.")
        case UnreadablePostError():
            return BatonError("timeout", "The request was not received whole.")
        case django_exceptions.SuspiciousOperation() | django_exceptions.BadRequest():
            return BadInput("bad_request", "The request cannot be understood.")
        case _:
            return None


def _of_database(error: BaseException) -> BatonError | None:
    state = getattr(error.__cause__, "sqlstate", None)
    match error:
        case OperationalError() | InterfaceError():
            return unavailable()
        case InternalError() if state == _READ_ONLY:
            return unavailable()
        case DataError():
            return Unprocessable("invalid_value", "A value cannot be stored as it is.")
        case IntegrityError() if state == _UNIQUE:
            return Conflict("already_exists", "There is one like it already.")
        case IntegrityError() if state == _FOREIGN_KEY:
            return Unprocessable("invalid_reference", "It names something that does not exist.")
        case IntegrityError():
            return Unprocessable("invalid_value", "A value breaks a rule of the database.")
        case _:
            return None


def unavailable() -> Unavailable:
    """The database is away, full or read only."""
    return Unavailable(
        "unavailable", "The database does not answer; nothing was changed.", retry_after=RETRY_SECONDS
    )


def unauthenticated() -> Unauthenticated:
    """One text for a key that is missing, malformed, unknown, revoked or expired: it tells nobody which."""
    return Unauthenticated("invalid_api_key", "The API key is missing or not valid.")


def invalid(detail: Any) -> Unprocessable:
    """The first complaint of a serializer as the error, all of them as its details."""
    complaints = list(_complaints(detail, ""))
    first = complaints[0] if complaints else ("", "The input is not valid.", "invalid")
    path, message, code = first
    return Unprocessable(
        "missing_field" if code == "required" else "invalid_value",
        message,
        field=path or None,
        details={"fields": [{"field": at, "message": text} for at, text, _ in complaints]}
        if len(complaints) > 1
        else None,
    )


def _complaints(detail: Any, path: str) -> Sequence[tuple[str, str, str]]:
    if isinstance(detail, Mapping):
        return [
            each
            for key, inner in detail.items()
            for each in _complaints(inner, path if key == "non_field_errors" else _join(path, str(key)))
        ]
    if isinstance(detail, list):
        return [
            each
            for index, inner in enumerate(detail)
            for each in _complaints(inner, _join(path, str(index)) if isinstance(inner, Mapping) else path)
        ]
    return [(path, str(detail), getattr(detail, "code", "invalid"))]


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
