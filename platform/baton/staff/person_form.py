"""The form of a person. A password can be given and is never shown."""

from typing import Any, ClassVar

from django import forms

from baton.accounts.addresses import canonical_address
from baton.accounts.models import User
from baton.core.errors import Unprocessable
from baton.staff.passwords import SHORTEST, password_problems
from baton.staff.seen import SeenForm


class PersonForm(SeenForm):
    """`by` is who fills it in: nobody locks themselves out."""

    by: ClassVar[User | None] = None

    password1 = forms.CharField(
        required=False,
        strip=False,
        max_length=1000,
        label="New password",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=f"At least {SHORTEST} characters. Empty: theirs stays. It ends all of their sessions.",
    )
    password2 = forms.CharField(
        required=False,
        strip=False,
        max_length=1000,
        label="The same again",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    class Meta:
        model = User
        fields: ClassVar[list[str]] = ["email", "name", "is_active", "is_staff"]
        labels: ClassVar[dict[str, str]] = {
            "email": "E-mail address",
            "name": "Name",
            "is_active": "Active",
            "is_staff": "Staff",
        }
        help_texts: ClassVar[dict[str, str]] = {
            "email": "They sign in with it; large and small letters are the same.",
            "is_active": "Otherwise they cannot sign in, their keys open nothing, what is open is closed.",
            "is_staff": "Sees these pages. It gives no place in any organization.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance._state.adding:
            for name in ("password1", "password2"):
                self.fields[name].required = True
            self.fields["password1"].label = "Password"
            self.fields[
                "password1"
            ].help_text = f"At least {SHORTEST} characters. Tell it to them another way."
        self.mark()

    def clean_email(self) -> str:
        try:
            address = canonical_address(str(self.cleaned_data["email"]))
        except Unprocessable as error:
            raise forms.ValidationError(error.message) from None
        if User.objects.filter(email=address).exclude(id=self.instance.id).exists():
            raise forms.ValidationError("There is an account with this address.")
        return address

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if not name.isprintable():
            raise forms.ValidationError("A name has printable signs only.")
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        password = cleaned.get("password1") or ""
        if password:
            for problem in password_problems(password):
                self.add_error("password1", problem)
        if password != (cleaned.get("password2") or ""):
            self.add_error("password2", "The two are not the same.")
        if self.by is not None and self.instance.id == self.by.id:
            for name in ("is_active", "is_staff"):
                if not cleaned.get(name):
                    self.add_error(name, "Not for yourself: somebody else of the staff can do it.")
        return cleaned
