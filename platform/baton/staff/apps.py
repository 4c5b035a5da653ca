from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "baton.staff"
    label = "staff"
