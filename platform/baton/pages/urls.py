"""The addresses of plain pages."""

from django.urls import URLPattern, URLResolver, path

from baton.pages.docs import docs_page
from baton.pages.home import home_page, start_page
from baton.pages.sign_in import sign_in_page, sign_out_page

urlpatterns: list[URLPattern | URLResolver] = [
    path("", start_page, name="start"),
    path("sign-in/", sign_in_page, name="sign-in"),
    path("sign-out/", sign_out_page, name="sign-out"),
    path("o/<slug:organization>/p/<slug:project>/", home_page, name="home"),
    path("api/docs/", docs_page, name="api-docs"),
]
