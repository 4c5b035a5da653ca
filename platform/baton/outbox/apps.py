from django.apps import AppConfig

from baton.outbox.loops import register


class OutboxConfig(AppConfig):
    name = "baton.outbox"
    label = "outbox"

    def ready(self) -> None:
        register("outbox", 1.0, "baton.outbox.sending:run_relay", channel="baton_outbox")
