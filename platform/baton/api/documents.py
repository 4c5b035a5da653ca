"""The OpenAPI document of this instance at `/api/schema/`."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from baton.api.renderers import dump_json


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The whole document; public, since it says nothing of any organization."""
    return HttpResponse(_document(), content_type="application/json", headers={"Cache-Control": "no-cache"})


@cache
def _document() -> bytes:
    # Made once: it takes most of a second and changes only with the code.
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return dump_json(generator.get_schema(request=None, public=True))  # type: ignore[no-untyped-call]
