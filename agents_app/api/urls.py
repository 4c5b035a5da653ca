"""Addresses of what agents are made of, below the version's."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("agents_app.api.objects.urls")),
]
