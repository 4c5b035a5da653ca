"""The site of Django's admin that the staff's pages are: our door, our role of the database, our style."""

from collections.abc import Callable, Iterable, Iterator
from functools import update_wrapper
from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from baton.staff.connection import as_staff
from baton.staff.door import turned_away

_NOT_SERVED = frozenset(
    {"login", "logout", "password_change", "password_change_done", "autocomplete", "view_on_site"}
)
"""The product's own pages do this, or nothing here needs it."""

_NAMES = {"accounts": "People", "tenancy": "Organizations"}

type View = Callable[..., Any]


class StaffSite(AdminSite):
    """Every page of it goes through `admin_view`."""

    site_title = "Baton staff"
    site_header = "Baton staff"
    index_title = "Organizations and people"
    site_url = "/"
    enable_nav_sidebar = False
    empty_value_display = "none"

    def has_permission(self, request: HttpRequest) -> bool:
        """The door has looked already: nobody else is shown a page."""
        return True

    def admin_view(self, view: View, cacheable: bool = False) -> Any:
        """The view behind the door. The door is first: to a stranger even a bad form says nothing."""
        inside = csrf_protect(view)

        def enter(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            away = turned_away(request)
            if away is not None:
                return away
            with as_staff():
                response: HttpResponse = inside(request, *args, **kwargs)
                if isinstance(response, TemplateResponse):
                    response.render()  # what a page lists is asked for while it is drawn
            response["Referrer-Policy"] = "same-origin"  # otherwise a form's origin would be unknown
            return response

        return never_cache(update_wrapper(enter, view))

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Under the names that people have for them, not those of our modules."""
        found = super().get_app_list(request, app_label)
        for each in found:
            each["name"] = _NAMES.get(each["app_label"], each["name"])
        return found

    def get_urls(self) -> list[Any]:
        served = [each for each in super().get_urls() if getattr(each, "name", None) not in _NOT_SERVED]
        for each in _views_of(served):
            # Of the middleware alone, which asks before the door; `admin_view` asks for the token behind it.
            each.callback.csrf_exempt = True
        return served


def _views_of(patterns: Iterable[Any]) -> Iterator[Any]:
    for each in patterns:
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from _views_of(each.url_patterns)


site = StaffSite(name="staff")
