"""Sign-in for the browser application: three addresses of allauth's headless API, and no more of it.

`GET auth/session` (who am I), `POST auth/login`, `DELETE auth/session` (sign out), `GET config`. Signing up,
addresses and passwords are not served, so nothing of them can be misused.
"""

from typing import Any

from allauth.headless.account.views import LoginView as AllauthLoginView
from allauth.headless.account.views import SessionView as AllauthSessionView
from allauth.headless.base.views import ConfigView
from allauth.headless.constants import Client
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, path

from baton.core.errors import BadInput, UnsupportedMedia
from baton.core.strict_json import loads

_MAX_BYTES = 16 * 1024


def _read_json(request: HttpRequest) -> dict[str, Any] | None:
    """allauth's reader would follow any nesting until the interpreter gives up."""
    if request.method == "GET" or not request.body:
        return None
    if request.content_type != "application/json":
        raise UnsupportedMedia("unsupported_media_type", "Only application/json is read here.")
    data = loads(request.body, max_bytes=_MAX_BYTES)
    if not isinstance(data, dict):
        raise BadInput("invalid_json", "This must be a JSON object.")
    return data


class LoginView(AllauthLoginView):  # type: ignore[misc]
    """Signing in, with a body that is read as strictly as REST reads it."""

    def _parse_json(self, request: HttpRequest) -> dict[str, Any] | None:
        return _read_json(request)


class SessionView(AllauthSessionView):  # type: ignore[misc]
    """The session, with the same reading."""

    def _parse_json(self, request: HttpRequest) -> dict[str, Any] | None:
        return _read_json(request)


_browser = {"client": Client.BROWSER}
urlpatterns: list[URLPattern | URLResolver] = [
    path("config", ConfigView.as_api_view(**_browser), name="config"),
    path("auth/session", SessionView.as_api_view(**_browser), name="session"),
    path("auth/login", LoginView.as_api_view(**_browser), name="login"),
]
