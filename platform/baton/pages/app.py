"""The page of the browser application: one HTML for every address below a project; the rest is its own.

It brings what the application would ask for first (`GET /api/v1/me`), so that nothing is shown twice, and a
nonce for the style elements that its dialogs make.
"""

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.middleware.csp import get_nonce
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.csp import CSP
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from baton.accounts.models import User
from baton.core.errors import Forbidden, NotFound
from baton.pages.bundle import read_bundle
from baton.pages.headers import with_referrer
from baton.tenancy.actor import Actor, member
from baton.tenancy.selectors import membership_by_slug
from orchestration.selectors.me import describe_actor

_POLICY: dict[str, list[str]] = {**settings.SECURE_CSP, "style-src": [CSP.SELF, CSP.NONCE]}


@never_cache
@require_safe
@csp_override(_POLICY)
def app_page(request: HttpRequest, organization: str, project: str, place: str = "") -> HttpResponse:
    """The application, for a member of the project. Which screen `place` names is for it to say."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.get_full_path(), settings.LOGIN_URL)
    actor = _member_here(user, organization, project)
    if not place:  # the project itself is no screen
        return redirect("app", organization=organization, project=project, place="runs")
    bundle = read_bundle(settings.BATON_BUNDLE)
    if bundle is None:
        return with_referrer(render(request, "pages/not_built.html", status=503))
    get_token(request)  # sets the cookie that the application sends back with what it changes
    boot = {
        **describe_actor(actor),
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "nonce": str(get_nonce(request)),
    }
    page = {"boot": boot, "bundle": bundle, "title": boot["project"]["name"]}
    return with_referrer(render(request, "pages/app.html", page))


def _member_here(user: User, organization: str, project: str) -> Actor:
    """Raises NotFound for a stranger as for a place that does not exist."""
    place = membership_by_slug(user.id, organization=organization, project=project)
    if place is None:
        raise NotFound
    if place.suspended:
        raise Forbidden("account_suspended", "This organization is suspended.")
    return member(
        user_id=user.id,
        name=str(user),
        organization_id=place.organization_id,
        project_id=place.project_id,
        role=place.role,
    )
