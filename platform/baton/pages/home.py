"""What runs in a project, and what waits for a person: a plain reading, made anew on each load."""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from baton.accounts.models import User
from baton.core.errors import Forbidden, NotFound
from baton.pages.sign_in import REFERRER
from baton.tenancy.scope import organization_scope
from baton.tenancy.selectors import membership_by_slug, projects_of
from orchestration.selectors.overview import look_at_project


@never_cache
@require_safe
def start_page(request: HttpRequest) -> HttpResponse:
    """Straight into the only project, else a choice of projects."""
    user = request.user
    if not isinstance(user, User):
        return redirect("sign-in")
    projects = projects_of(user.id)
    if len(projects) == 1:
        return redirect("home", organization=projects[0].organization_slug, project=projects[0].project_slug)
    return _page(request, "pages/projects.html", {"projects": projects})


@never_cache
@require_safe
def home_page(request: HttpRequest, organization: str, project: str) -> HttpResponse:
    """Counts, what waits for approval, and the latest runs of one project."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.get_full_path(), settings.LOGIN_URL)
    place = membership_by_slug(user.id, organization=organization, project=project)
    if place is None:
        raise NotFound
    if place.suspended:
        raise Forbidden("account_suspended", "This organization is suspended.")
    with organization_scope(place.organization_id):
        overview = look_at_project(place.organization_id, place.project_id)
    page = {"place": place, "overview": overview, "now": timezone.now()}
    return _page(request, "pages/home.html", page)


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    for name, value in REFERRER.items():
        response[name] = value
    return response
