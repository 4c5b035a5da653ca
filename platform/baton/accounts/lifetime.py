"""How long a session lives: 12 hours from signing in, one hour without a request."""

import time
from collections.abc import Callable
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user, logout
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse

from baton.accounts.models import User

BEGUN = "baton_begun"
SEEN = "baton_seen"
_NOTED_EVERY_SECONDS = 60


def begin(request: HttpRequest) -> None:
    """Start both clocks; signing in again in an old session starts them anew."""
    request.session[BEGUN] = request.session[SEEN] = int(time.time())


def user_of_session(session_key: str) -> User | None:
    """Whose session this is, where it has not ended; looking at it does not prolong it."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    if not isinstance(user, User) or _has_ended(request.session):
        return None
    return user


def _has_ended(session: SessionBase) -> bool:
    now = int(time.time())
    begun, seen = session.get(BEGUN), session.get(SEEN)
    if not isinstance(begun, int) or not isinstance(seen, int):
        return False
    return now - begun >= settings.SESSION_COOKIE_AGE or now - seen >= settings.BATON_SESSION_IDLE_SECONDS


class SessionLifetimeMiddleware:
    """Ends a session that is too old or was idle too long, before any view sees who it was."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            self._look_at(request)
        return self._get_response(request)

    def _look_at(self, request: HttpRequest) -> None:
        now = int(time.time())
        begun, seen = request.session.get(BEGUN), request.session.get(SEEN)
        if not isinstance(begun, int) or not isinstance(seen, int):
            begin(request)
        elif _has_ended(request.session):
            logout(request)
        elif now - seen >= _NOTED_EVERY_SECONDS:  # not on each request, which would be a write on each
            request.session[SEEN] = now
