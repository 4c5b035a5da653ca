from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "baton.api"
    label = "api"
