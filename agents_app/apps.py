from django.apps import AppConfig


class AgentsConfig(AppConfig):
    """Labelled `agents`; the import name `agents` belongs to somebody else's package."""

    name = "agents_app"
    label = "agents"
