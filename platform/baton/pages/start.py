"""Where a person begins: in their only project, or at a choice of projects, of all or of one organization."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from baton.accounts.models import User
from baton.core.errors import NotFound
from baton.pages.headers import with_referrer
from baton.tenancy.selectors import projects_of


@never_cache
@require_safe
def start_page(request: HttpRequest, organization: str = "") -> HttpResponse:
    """Straight into the only project, else a choice of projects."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.get_full_path()) if organization else redirect("sign-in")
    projects = [each for each in projects_of(user.id) if organization in ("", each.organization_slug)]
    if organization and not projects:
        raise NotFound
    if len(projects) == 1:
        only = projects[0]
        return redirect("app", only.organization_slug, only.project_slug, "runs")
    return with_referrer(render(request, "pages/projects.html", {"projects": projects}))
