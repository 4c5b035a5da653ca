"""Signing out reaches what is open: a person's sockets are looked at when a session of theirs ends."""

from django.http import HttpRequest

from baton.accounts.adapter import AccountAdapter
from baton.accounts.models import User
from baton.live.bus import Revoked
from baton.live.sending import publish


class LiveAccountAdapter(AccountAdapter):
    """The accounts' adapter, which stands on a floor that knows nothing of the bus."""

    def logout(self, request: HttpRequest) -> None:
        """End the session, then tell: sockets of other sessions stay, since each is asked for its own."""
        user = request.user
        super().logout(request)
        if isinstance(user, User):
            publish(Revoked(user=str(user.id)))
