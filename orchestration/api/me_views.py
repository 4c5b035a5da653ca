"""REST: who am I."""

from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.permissions import ANY_SCOPE
from baton.api.schema import describe
from baton.api.views import BatonView
from orchestration.api.me_serializers import MeShown
from orchestration.selectors.me import describe_actor


class Me(BatonView):
    """Whoever asks."""

    scopes = {"GET": ANY_SCOPE}

    @describe(name="get_me", summary="Get who asks, where, and what they may do", answer=MeShown)
    def get(self, request: Request) -> Response:
        return Response(describe_actor(self.actor))
