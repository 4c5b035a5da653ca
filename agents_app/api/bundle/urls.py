"""Addresses of a project's export and import, below the version's."""

from django.urls import URLPattern, path

from agents_app.api.bundle.views import Export, Import

urlpatterns: list[URLPattern] = [
    path("export", Export.as_view()),
    path("import", Import.as_view()),
]
