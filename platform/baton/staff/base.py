"""What all of the staff's pages have in common: the staff may see and change, nobody deletes."""

from datetime import datetime
from typing import Any

from django.contrib.admin import ModelAdmin, ShowFacets
from django.http import HttpRequest

from baton.accounts.models import User


class StaffAdmin(ModelAdmin):  # type: ignore[type-arg]
    """Permissions are one question, asked at the door. Nothing is deleted: what is over is suspended."""

    actions = None
    list_per_page = 50
    show_full_result_count = False
    save_as = False
    view_on_site = False
    show_facets = ShowFacets.NEVER

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        title = str(self.opts.verbose_name_plural).capitalize()
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def shown_instant(at: datetime | None) -> str:
    """As the product writes one, in UTC."""
    return f"{at:%-d %b %Y, %H:%M} UTC" if at else "never"


def staff_of(request: HttpRequest) -> User:
    """Who the door has let in."""
    user = request.user
    assert isinstance(user, User)
    return user
