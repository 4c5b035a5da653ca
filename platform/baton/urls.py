"""The addresses of `web`."""

from django.urls import URLPattern, URLResolver, include, path

from baton.keys.api import ApiKeyRevocation, ApiKeys, OneApiKey
from baton.live.api import Tickets
from baton.ops.health import healthz, readyz

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("_allauth/browser/v1/", include("baton.accounts.headless")),
    path("api/v1/", include("agents_app.api.urls")),
    path("api/v1/", include("agents_app.api.bundle.urls")),
    path("api/v1/", include("agents_app.api.openapi.urls")),
    path("api/v1/", include("agents_app.api.places.urls")),
    path("api/v1/", include("orchestration.api.urls")),
    path("api/v1/api-keys", ApiKeys.as_view()),
    path("api/v1/api-keys/<uuid:key_id>", OneApiKey.as_view()),
    path("api/v1/api-keys/<uuid:key_id>/revoke", ApiKeyRevocation.as_view()),
    path("api/v1/live/tickets", Tickets.as_view()),
    path("", include("baton.staff.urls")),
    path("", include("baton.api.urls")),
    path("", include("baton.pages.urls")),
]

handler400 = "baton.api.handlers.bad_request"
handler403 = "baton.api.handlers.permission_denied"
handler404 = "baton.api.handlers.page_not_found"
handler500 = "baton.api.handlers.server_error"
