from django.apps import AppConfig

from orchestration.supervision import register_loops


class OrchestrationConfig(AppConfig):
    name = "orchestration"
    label = "orchestration"

    def ready(self) -> None:
        register_loops()
