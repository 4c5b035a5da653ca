"""What all of the staff's pages have in common: the staff may see and change, nobody deletes."""

from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest

from baton.accounts.models import User


class StaffAdmin(ModelAdmin):  # type: ignore[type-arg]
    """Permissions are one question, asked at the door. Nothing is deleted: what is over is suspended."""

    actions = None
    list_per_page = 50
    show_full_result_count = False
    save_as = False
    view_on_site = False

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


def staff_of(request: HttpRequest) -> User:
    """Who the door has let in."""
    user = request.user
    assert isinstance(user, User)
    return user
