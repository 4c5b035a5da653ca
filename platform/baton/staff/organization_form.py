"""The form of an organization: what it is, what it may, whether it works."""

from typing import Any, ClassVar
from zoneinfo import available_timezones

from django import forms
from django.utils import timezone

from baton.accounts.addresses import canonical_address
from baton.accounts.models import User
from baton.core.errors import Unprocessable
from baton.staff.seen import SeenForm
from baton.tenancy.models import Organization

MAY_BE_UNSAID = ("max_queued", "requests_per_second", "requests_per_second_each")


class OrganizationForm(SeenForm):
    """States are instants in the table and yes or no here; switching on what is on keeps its instant."""

    paused = forms.BooleanField(
        required=False,
        label="Paused",
        help_text="Nothing new starts: no run is taken up and no tool is called. People go on reading.",
    )
    suspended = forms.BooleanField(
        required=False,
        label="Suspended",
        help_text="Nobody gets in, by key or signed in, and what is open is closed. Runs stand still.",
    )

    class Meta:
        model = Organization
        fields: ClassVar[list[str]] = [
            "name",
            "slug",
            "time_zone",
            "max_running",
            "max_queued",
            "requests_per_second",
            "requests_per_second_each",
        ]
        labels: ClassVar[dict[str, str]] = {
            "max_running": "Running at most",
            "max_queued": "Queued at most",
            "requests_per_second": "Requests in a second",
            "requests_per_second_each": "Requests in a second, each",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["paused"] = self.instance.paused_at is not None
        self.initial["suspended"] = self.instance.suspended_at is not None
        self.fields["slug"].required = not self.instance._state.adding
        for name in MAY_BE_UNSAID:
            self.fields[name].required = False
        self.mark()

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if not name.isprintable():
            raise forms.ValidationError("A name has printable signs only.")
        return name

    def clean_time_zone(self) -> str:
        zone = str(self.cleaned_data["time_zone"])
        if zone not in available_timezones():
            raise forms.ValidationError("This is no time zone. Write it like Europe/Berlin, or UTC.")
        return zone

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for name in ("max_running", *MAY_BE_UNSAID):
            if cleaned.get(name) == 0:
                self.add_error(name, "At least 1: to stop everything, pause or suspend the organization.")
        for state in ("paused", "suspended"):
            if state in self.fields and state in self.changed_data:
                setattr(self.instance, f"{state}_at", timezone.now() if cleaned.get(state) else None)
        return cleaned


class NewOrganizationForm(OrganizationForm):
    """For one that is to be opened: it begins with a project and, where there is an account, an owner."""

    project = forms.CharField(
        max_length=120,
        initial="Main",
        label="First project",
        help_text="An organization works in projects; this is the one that it begins with.",
    )
    owner = forms.CharField(
        required=False,
        label="Owner",
        help_text="The e-mail address of an account that exists. Without one, add members afterwards.",
    )

    def clean_owner(self) -> User | None:
        return person_at(self.cleaned_data["owner"]) if self.cleaned_data["owner"] else None


def person_at(address: str) -> User:
    """The account of an address; a sentence for the form where there is none."""
    try:
        person = User.objects.filter(email=canonical_address(address)).first()
    except Unprocessable as error:
        raise forms.ValidationError(error.message) from None
    if person is None:
        raise forms.ValidationError("Nobody has an account with this address: add the person first.")
    return person
