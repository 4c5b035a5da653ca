"""The outermost layer: the scheme, a request id in and out, and errors that no view has answered."""

import re
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from baton.api.handlers import JSON_PATHS, answer
from baton.api.translate import translate
from baton.audit.context import RequestContext, request_context
from baton.audit.logs import REMEMBERED
from baton.core.ids import new_id

HEADER = "X-Request-ID"
_USABLE = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)


class PublicSchemeMiddleware:
    """Where the public address is https, every request came through the proxy that speaks it.

    Said by the configuration, not by a header: `X-Forwarded-Proto` can be written by anybody.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        if not settings.BATON.is_https:
            raise MiddlewareNotUsed

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.META["wsgi.url_scheme"] = "https"
        return self._get_response(request)


class RequestIdMiddleware:
    """Gives each request an id: the caller's where it is a plain word, else a fresh one.

    The peer's address is the connection's. `X-Forwarded-For` is not read: anybody can write it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        request_id = given if _USABLE.fullmatch(given) else str(new_id())
        setattr(request, REMEMBERED, request_id)
        with request_context(RequestContext(request_id, request.META.get("REMOTE_ADDR") or None)):
            response = self._get_response(request)
        response[HEADER] = request_id
        return response


class AnswerErrorsMiddleware:
    """Innermost: an expected error that a plain view raises is a refusal, and what JSON says is not kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if request.path.startswith(JSON_PATHS) and "Cache-Control" not in response:
            add_never_cache_headers(response)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        known = translate(error)
        return None if known is None else answer(request, known)
