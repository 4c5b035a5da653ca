"""Addresses of OpenAPI documents, below the version's."""

from django.urls import URLPattern, path

from agents_app.api.openapi.views import OpenApiDocument, OpenApiImport

urlpatterns: list[URLPattern] = [
    path("tools/openapi", OpenApiDocument.as_view()),
    path("tools/openapi/import", OpenApiImport.as_view()),
]
