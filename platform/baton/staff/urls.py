"""The addresses of the staff's pages."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt

from baton.staff.door import turned_away
from baton.staff.organizations import OrganizationAdmin
from baton.staff.people import PersonAdmin
from baton.staff.site import site

site.register([OrganizationAdmin.model_class], OrganizationAdmin)
site.register([PersonAdmin.model_class], PersonAdmin)


@csrf_exempt
def without_slash(request: HttpRequest) -> HttpResponse:
    """`/staff`, which Django would send on to `/staff/` for everybody, so that a stranger knew of it."""
    return turned_away(request) or redirect("admin:index")


urlpatterns: list[URLPattern | URLResolver] = [
    path("staff", without_slash),
    path("staff/", site.urls),
]
