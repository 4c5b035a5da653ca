"""REST: tickets for sockets."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.schema import describe
from baton.api.views import BatonView
from baton.core.errors import Forbidden
from baton.live.tickets import EXPIRES_IN, Claim, issue_ticket, session_mark


class TicketShown(serializers.Serializer[None]):
    """A ticket, shown once."""

    ticket = serializers.CharField(help_text="Sent in the first frame of the socket; good once.")
    expires_in = serializers.IntegerField(help_text="Seconds.")


class Tickets(BatonView):
    """What opens a socket."""

    scopes = {"POST": "runs:read"}

    @describe(
        name="create_live_ticket",
        summary="Get a ticket for a socket",
        answer=TicketShown,
        status=201,
        errors=["unavailable", "forbidden"],
    )
    def post(self, request: Request) -> Response:
        """For a signed-in person. An API key follows runs at `/sse/runs/{id}` instead."""
        session_key = request._request.session.session_key
        if self.actor.kind != "user" or not session_key:
            raise Forbidden("forbidden", "A ticket is for a signed-in person; an API key reads /sse/.")
        claim = Claim(str(self.actor.user_id), session_mark(session_key), str(self.actor.project_id))
        return Response({"ticket": issue_ticket(claim), "expires_in": EXPIRES_IN}, status=201)
