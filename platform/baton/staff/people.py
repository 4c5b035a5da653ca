"""The staff's pages of people."""

from typing import Any

from django.contrib.admin import SimpleListFilter, display
from django.db.models import QuerySet
from django.http import HttpRequest

from baton.accounts.models import User
from baton.staff.base import StaffAdmin, shown_instant, staff_of
from baton.staff.notes import note_of_person
from baton.staff.person_form import PersonForm
from baton.staff.services.revoke import revoke_after_commit
from baton.tenancy.models import Membership

_PASSWORDS = ("password1", "password2")


class PersonFilter(SimpleListFilter):
    """By what they may."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("active", "Active"), ("inactive", "Not active"), ("staff", "Staff")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        match self.value():
            case "active":
                return queryset.filter(is_active=True)
            case "inactive":
                return queryset.filter(is_active=False)
            case "staff":
                return queryset.filter(is_active=True, is_staff=True)
            case _:
                return queryset


class PersonAdmin(StaffAdmin):
    """A person's row, an entry in the audit log of each of their organizations, and word to `live`."""

    model_class = User
    form = PersonForm
    list_display = ("address", "name", "state", "signed_in", "since")
    list_filter = (PersonFilter,)
    search_fields = ("email", "name")
    search_help_text = "Address or name"
    ordering = ("email",)
    readonly_fields = ("organizations", "signed_in", "since")

    @display(description="E-mail address", ordering="email")
    def address(self, person: User) -> str:
        """What they sign in with."""
        return person.email

    @display(description="State")
    def state(self, person: User) -> str:
        """Whether they may act, and whether they see these pages."""
        if not person.is_active:
            return "Not active"
        return "Active, staff" if person.is_staff else "Active"

    @display(description="Signed in last", ordering="last_login")
    def signed_in(self, person: User) -> str:
        """With their password."""
        return shown_instant(person.last_login)

    @display(description="Here since", ordering="date_joined")
    def since(self, person: User) -> str:
        """When the account was made."""
        return shown_instant(person.date_joined)

    @display(description="Organizations")
    def organizations(self, person: User) -> str:
        """Where they are a member, and as what."""
        rows = Membership.objects.filter(user_id=person.id).order_by("organization__name")
        found = rows.values_list("organization__name", "role")
        return ", ".join(f"{name} ({role})" for name, role in found) or "none"

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        names = ("email", "name", "is_active", "is_staff", *(("seen",) if obj else ()))
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
