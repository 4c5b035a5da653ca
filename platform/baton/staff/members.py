"""The members of an organization, as rows of its page: a person by address, and one role."""

from typing import Any, ClassVar

from django import forms
from django.contrib.admin import TabularInline
from django.forms import BaseInlineFormSet
from django.http import HttpRequest

from baton.staff.organization_form import person_at
from baton.tenancy.models import Membership
from baton.tenancy.roles import Role


class MemberForm(forms.ModelForm):  # type: ignore[type-arg]
    """The person is named by address, since a list of everybody would be neither short nor theirs to see."""

    email = forms.CharField(max_length=254, label="E-mail address")
    role = forms.ChoiceField(choices=[(role.value, role.value.title()) for role in Role], label="Role")

    class Meta:
        model = Membership
        fields: ClassVar[list[str]] = ["role"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("email", "role"):  # the head of a column is no label to who cannot see it
            self.fields[name].widget.attrs["aria-label"] = str(self.fields[name].label)
        if not self.instance._state.adding:
            self.fields["email"].disabled = True
            self.initial["email"] = self.instance.user.email

    def clean_email(self) -> str:
        address = str(self.cleaned_data["email"])
        if self.instance._state.adding:
            person = person_at(address)
            if Membership.objects.filter(
                organization_id=self.instance.organization_id, user_id=person.id
            ).exists():
                raise forms.ValidationError("They are a member already.")
            self.instance.user = person
        return address


class MemberFormSet(BaseInlineFormSet):  # type: ignore[type-arg]
    """The rows; the box that removes one says whom. The table takes each person once."""

    def clean(self) -> None:
        super().clean()
        named: set[Any] = set()
        for form in self.forms:
            person = form.instance.user_id
            if person is not None and person in named:
                form.add_error("email", "They are in the list already.")
            named.add(person)

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        if "DELETE" in form.fields:
            whom = form.instance.user.email if not form.instance._state.adding else "this member"
            form.fields["DELETE"].widget.attrs["aria-label"] = f"Remove {whom}"


class MemberInline(TabularInline):  # type: ignore[type-arg]
    """Who removes a member takes their keys with it, at once."""

    model = Membership
    form = MemberForm
    formset = MemberFormSet
    fields = ("email", "role")
    extra = 0
    verbose_name = "member"
    verbose_name_plural = "Members"

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("user").order_by("user__email")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission
