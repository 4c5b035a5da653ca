from django.apps import AppConfig


class TenancyConfig(AppConfig):
    name = "baton.tenancy"
    label = "tenancy"
