from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "baton.outbox"
    label = "outbox"
