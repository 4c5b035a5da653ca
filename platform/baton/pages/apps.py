from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "baton.pages"
    label = "pages"
