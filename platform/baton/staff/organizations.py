"""The staff's pages of organizations, with their members and quotas."""

from typing import Any

from django.conf import settings
from django.contrib.admin import SimpleListFilter, display
from django.db.models import QuerySet
from django.http import HttpRequest

from baton.staff.base import StaffAdmin, shown_instant, staff_of
from baton.staff.members import MemberInline
from baton.staff.notes import note
from baton.staff.organization_form import NewOrganizationForm, OrganizationForm
from baton.staff.services.open_organization import open_organization
from baton.staff.services.revoke import revoke_after_commit
from baton.tenancy.models import Membership, Organization

_QUOTAS = ("max_running", "max_queued", "requests_per_second", "requests_per_second_each")


class StateFilter(SimpleListFilter):
    """Working, paused or suspended."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("working", "Working"), ("paused", "Paused"), ("suspended", "Suspended")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Organization]) -> QuerySet[Organization]:
        match self.value():
            case "working":
                return queryset.filter(paused_at=None, suspended_at=None)
            case "paused":
                return queryset.exclude(paused_at=None)
            case "suspended":
                return queryset.exclude(suspended_at=None)
            case _:
                return queryset


class OrganizationAdmin(StaffAdmin):
    """Opening one is a service; changing one is its row, an entry in its audit log, and word to `live`."""

    model_class = Organization
    form = OrganizationForm
    list_display = ("name", "slug", "state", "running", "queue", "requests", "opened")
    list_filter = (StateFilter,)
    search_fields = ("name", "slug")
    search_help_text = "Name or slug"
    ordering = ("name", "id")
    readonly_fields = ("opened",)

    @display(description="State")
    def state(self, organization: Organization) -> str:
        """In the words that its people see."""
        if organization.suspended_at:
            return "Suspended"
        return "Paused" if organization.paused_at else "Working"

    @display(description="Running at most", ordering="max_running")
    def running(self, organization: Organization) -> str:
        """Its quota."""
        return f"{organization.max_running:,}"

    @display(description="Opened", ordering="created_at")
    def opened(self, organization: Organization) -> str:
        """Since when it is there."""
        return shown_instant(organization.created_at)

    @display(description="Queued at most")
    def queue(self, organization: Organization) -> str:
        """Its own quota, or that of the installation, marked as such."""
        return _shown(organization.max_queued, settings.BATON.baton_max_queued)

    @display(description="Requests in a second")
    def requests(self, organization: Organization) -> str:
        """Its own quota, or that of the installation, marked as such."""
        return _shown(organization.requests_per_second, settings.BATON.baton_requests_per_second)

    def get_fieldsets(self, request: HttpRequest, obj: Organization | None = None) -> Any:
        who = ("name", "slug", "time_zone", *(("opened", "seen") if obj else ("project", "owner")))
        sections: list[tuple[str | None, dict[str, Any]]] = [(None, {"fields": who})]
        sections.append(("Quotas", {"fields": _QUOTAS}))
        if obj is not None:
            sections.append(("State", {"fields": ("paused", "suspended")}))
        return sections

    def get_form(
        self, request: HttpRequest, obj: Organization | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is None:
            kwargs["form"] = NewOrganizationForm
        form: Any = super().get_form(request, obj, change, **kwargs)
        for name, text in _helps().items():
            if name in form.base_fields:
                form.base_fields[name].help_text = text
        return form

    def get_inlines(self, request: HttpRequest, obj: Organization | None) -> list[Any]:
        return [MemberInline] if obj else []

    def save_model(self, request: HttpRequest, obj: Organization, form: Any, change: bool) -> None:
        staff = staff_of(request)
        if not change:
            open_organization(
                staff=staff,
                organization=obj,
                project=form.cleaned_data["project"],
                owner=form.cleaned_data["owner"],
            )
            return
        super().save_model(request, obj, form, change)
        if not form.changed_data:
            return
        note(
            staff=staff,
            organization_id=obj.id,
            action="organizations:edit",
            object_kind="organization",
            object_id=obj.id,
            detail={name: form.cleaned_data[name] for name in form.changed_data},
        )
        if "suspended" in form.changed_data:
            revoke_after_commit(organization=obj.id)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Members who were added, changed or removed: their organization is told, and their sockets are."""
        formset.save()
        touched = [("add", each) for each in formset.new_objects]
        touched += [("edit", each) for each, _ in formset.changed_objects]
        touched += [("remove", each) for each in formset.deleted_objects]
        for verb, membership in touched:
            self._note_member(request, verb, membership)
        revoke_after_commit(users=[membership.user_id for _, membership in touched])

    def _note_member(self, request: HttpRequest, verb: str, membership: Membership) -> None:
        note(
            staff=staff_of(request),
            organization_id=membership.organization_id,
            action=f"members:{verb}",
            object_kind="user",
            object_id=membership.user_id,
            detail={"email": membership.user.email, "role": membership.role},
        )


def _helps() -> dict[str, str]:
    baton = settings.BATON
    rate = f"{baton.baton_requests_per_second:,}" if baton.baton_requests_per_second else "no limit"
    return {
        "slug": "In addresses: /o/slug/. Empty at first, it is made from the name; changed, old links end.",
        "time_zone": "Such as Europe/Berlin.",
        "max_running": "Runs that workers hold at once. The others wait in the queue.",
        "max_queued": f"Runs that may wait. Empty: the installation's, {baton.baton_max_queued:,}.",
        "requests_per_second": f"Of all its keys and people together. Empty: the installation's, {rate}.",
        "requests_per_second_each": "Of one key or one person. Empty: as many as the organization.",
    }


def _shown(own: int | None, of_installation: int) -> str:
    if own is not None:
        return f"{own:,}"
    return f"{of_installation:,} (usual)" if of_installation else "no limit (usual)"
