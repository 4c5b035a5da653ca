"""The staff's pages of people."""

from typing import Any

from django.contrib.admin import display
from django.http import HttpRequest

from baton.accounts.models import User
from baton.staff.base import StaffAdmin, staff_of
from baton.staff.notes import note_of_person
from baton.staff.person_form import PersonForm
from baton.staff.services.revoke import revoke_after_commit
from baton.tenancy.models import Membership

_PASSWORDS = ("password1", "password2")


class PersonAdmin(StaffAdmin):
    """A person's row, an entry in the audit log of each of their organizations, and word to `live`."""

    model_class = User
    form = PersonForm
    list_display = ("email", "name", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    search_help_text = "Address or name"
    ordering = ("email",)
    readonly_fields = ("organizations", "last_login", "date_joined")

    @display(description="Organizations")
    def organizations(self, person: User) -> str:
        """Where they are a member, and as what."""
        rows = Membership.objects.filter(user_id=person.id).order_by("organization__name")
        found = rows.values_list("organization__name", "role")
        return ", ".join(f"{name} ({role})" for name, role in found) or "none"

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        names = ("email", "name", "is_active", "is_staff")
        sections: list[tuple[str | None, dict[str, Any]]] = [(None, {"fields": names})]
        sections.append(("Password", {"fields": _PASSWORDS}))
        if obj is not None:
            sections.append(("Known of them", {"fields": self.readonly_fields}))
        return sections

    def get_form(
        self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.by = staff_of(request)
        return form

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        password = form.cleaned_data["password1"]
        if password:
            obj.set_password(password)
        super().save_model(request, obj, form, change)
        changed = [name for name in form.changed_data if name not in _PASSWORDS]
        if not change or not (changed or password):
            return
        detail = {name: form.cleaned_data[name] for name in changed}
        if password:
            detail["password"] = "given anew"  # noqa: S105 - that there is one, not which
        note_of_person(staff=staff_of(request), person=obj, action="users:edit", detail=detail)
        revoke_after_commit(users=[obj.id])
