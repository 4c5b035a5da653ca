"""How Baton signs people in through allauth: by address and password, and nobody signs up.

The headless API and the plain page both come through here, so the limits and the clocks hold for both.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth import authenticate
from django.http import HttpRequest

from baton.accounts.attempts import admit
from baton.accounts.lifetime import begin
from baton.accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """allauth's one hook class for accounts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """The peer of the connection: a forwarded address can be written by anybody."""
        return str(request.META.get("REMOTE_ADDR", ""))

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """The person, or None for a wrong password, an unknown address and a suspended account alike.

        Raises TooMany before a password is looked at. A right password does not count as a try.
        """
        attempt = admit(str(credentials.get("email", "")), self.get_client_ip(request))
        user = authenticate(request, **credentials)
        if not isinstance(user, User):
            return None
        attempt.give_back()
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in: Django gives the session a new id, we start its clocks."""
        super().login(request, user)
        begin(request)
