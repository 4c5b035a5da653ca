"""Sign a person in from a form: the same way as the headless API, ending in the same session."""

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from django.http import HttpRequest


def sign_in(request: HttpRequest, *, email: str, password: str) -> bool:
    """Whether the person is signed in now. Raises TooMany before a password too many is looked at."""
    credentials = {"email": email, "password": password}
    user = get_adapter(request).authenticate(request, **credentials)
    if user is None:
        return False
    perform_password_login(request, credentials, Login(user=user, email=email))
    return bool(request.user.is_authenticated)


def sign_out(request: HttpRequest) -> None:
    """End the session here and in the database."""
    get_adapter(request).logout(request)
