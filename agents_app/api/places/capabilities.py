"""REST: what is usual for a model of a provider, before a connection says otherwise."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.capabilities import KNOWN, usual_capabilities
from agents_app.providers import PROVIDERS
from baton.api.filters import TextFilter
from baton.api.schema import describe
from baton.api.views import BatonView
from baton.core.errors import Unprocessable


class UsualCapabilities(serializers.Serializer[Any]):
    """What is shipped for a model."""

    provider = serializers.CharField(help_text="Empty: of none in particular.")
    model = serializers.CharField(help_text="Empty: of no model in particular.")
    usual = serializers.DictField(
        help_text="`false` is never sent; a number is a bound; what is not named is taken to work."
    )
    known = serializers.ListField(
        child=serializers.CharField(), help_text="Names that Baton knows; others may be said too."
    )


class ModelCapabilities(BatonView):
    """The shipped defaults; they are the same for everybody."""

    scopes = {"GET": "agents:read"}
    filters = {
        "provider": TextFilter("The provider."),
        "model": TextFilter("The name of the model, as an agent says it."),
    }

    @describe(
        name="get_capabilities",
        summary="Get what is usual for a model",
        answer=UsualCapabilities,
        errors=["invalid_value"],
    )
    def get(self, request: Request) -> Response:
        """What a connection says in `capabilities` and `model_capabilities` goes before it."""
        provider, model = self.values.get("provider") or "", self.values.get("model") or ""
        if (provider or model) and provider not in PROVIDERS:
            known = ", ".join(sorted(PROVIDERS))
            raise Unprocessable("invalid_value", f"The providers are {known}.", field="provider")
        usual = usual_capabilities(provider, model)
        return Response({"provider": provider, "model": model, "usual": usual, "known": list(KNOWN)})
