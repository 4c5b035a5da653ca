from django.apps import AppConfig


class SecretsConfig(AppConfig):
    name = "baton.secrets"
    label = "secrets"
