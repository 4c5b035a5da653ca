from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "baton.audit"
    label = "audit"
