from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "baton.accounts"
    label = "accounts"
