"""The sign-in page: works without scripts, and says nothing of who has an account."""

import ipaddress
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from baton.accounts.sign_in import sign_in, sign_out
from baton.core.errors import Forbidden, TooMany
from baton.pages.headers import with_referrer

WRONG = "The e-mail address or the password is not right."


class SignInForm(forms.Form):
    email = forms.EmailField(max_length=254)
    password = forms.CharField(max_length=1000, strip=False)


@never_cache
@csrf_protect
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_in_page(request: HttpRequest) -> HttpResponse:
    """Ask for address and password, then go where the link meant to go."""
    wanted = _safe(request.POST.get("next") or request.GET.get("next"))
    again = bool(request.POST.get("again") or request.GET.get("again"))
    if request.user.is_authenticated and not again:
        return redirect(wanted)
    page: dict[str, Any] = {"next": wanted, "again": again, "can_sign_in": _is_private(request), "email": ""}
    if request.method == "GET":
        return _show(request, page, 200)
    if not page["can_sign_in"]:
        raise Forbidden("forbidden", "A password is not taken over plain http from another machine.")
    form = SignInForm(request.POST)
    page["email"] = str(request.POST.get("email", ""))[:254]
    try:
        if form.is_valid() and sign_in(request, **form.cleaned_data):
            return redirect(wanted)
    except TooMany as error:
        page["problem"] = error.message
        return _show(request, page, 429, {"Retry-After": str(error.retry_after)})
    page["problem"] = WRONG
    return _show(request, page, 422)


@never_cache
@csrf_protect
@require_POST
def sign_out_page(request: HttpRequest) -> HttpResponse:
    """End the session and come back to the sign-in page."""
    sign_out(request)
    return redirect("sign-in")


def _show(
    request: HttpRequest, page: dict[str, Any], status: int, headers: dict[str, str] | None = None
) -> HttpResponse:
    response = render(request, "pages/sign_in.html", page, status=status)
    for name, value in (headers or {}).items():
        response[name] = value
    return with_referrer(response)


def _safe(wanted: str | None) -> str:
    """Only a place on this host: otherwise a link to our sign-in could end on somebody else's copy of it."""
    if wanted and wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return wanted
    return str(settings.LOGIN_REDIRECT_URL)


def _is_private(request: HttpRequest) -> bool:
    """Whether nobody between browser and server can read a password: https, or the browser's own machine."""
    if request.is_secure() or settings.BATON.is_https:
        return True
    host = split_domain_port(request.get_host())[0].strip("[]")
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
