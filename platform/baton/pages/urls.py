"""The addresses of plain pages, and of the one page of the application."""

from django.urls import URLPattern, URLResolver, path

from baton.pages.app import app_page
from baton.pages.docs import docs_page
from baton.pages.fonts import fonts_sheet
from baton.pages.sign_in import sign_in_page, sign_out_page
from baton.pages.start import start_page

urlpatterns: list[URLPattern | URLResolver] = [
    path("", start_page, name="start"),
    path("sign-in/", sign_in_page, name="sign-in"),
    path("sign-out/", sign_out_page, name="sign-out"),
    path("fonts.css", fonts_sheet, name="fonts"),
    path("o/<slug:organization>/", start_page, name="organization"),
    path("o/<slug:organization>/p/<slug:project>/", app_page, name="project"),
    path("o/<slug:organization>/p/<slug:project>/<path:place>", app_page, name="app"),
    path("api/docs/", docs_page, name="api-docs"),
]
