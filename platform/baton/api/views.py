"""The base of every REST endpoint: what a view says of itself is what is enforced and documented."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.views import APIView

from baton.api.actor import actor_of
from baton.api.filters import Filter, read_filters
from baton.tenancy.actor import Actor

_METHODS = ("get", "post", "put", "patch", "delete")


class BatonView(APIView):
    """A view names the scope of each method and the filters of its list; an unnamed one exists for nobody.

    Before a method runs: the actor is known and allowed, the query holds only named filters, and the body,
    also of a request that needs none, is strict JSON.
    """

    scopes: ClassVar[dict[str, str]] = {}
    filters: ClassVar[Mapping[str, Filter]] = {}
    http_method_names = [*_METHODS, "head"]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        served = {method.upper() for method in _METHODS if hasattr(cls, method)}
        if served != set(cls.scopes):
            raise TypeError(
                f"{cls.__name__} serves {sorted(served)} but names scopes of {sorted(cls.scopes)}"
            )

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        filters = self.filters if request.method in {"GET", "HEAD"} else {}
        self.values: dict[str, Any] = read_filters(request, filters)
        _ = request.data

    @property
    def actor(self) -> Actor:
        """Who asks."""
        return actor_of(self.request)
