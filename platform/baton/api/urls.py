"""The addresses that belong to no domain: the document of the API and the browser's reports."""

from django.urls import URLPattern, URLResolver, path

from baton.api.documents import schema
from baton.api.reports import csp_report

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/schema/", schema, name="api-schema"),
    path("csp-reports/", csp_report, name="csp-reports"),
]
