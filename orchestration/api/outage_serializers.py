"""How the outages of model providers look in answers."""

from typing import Any

from rest_framework import serializers

from baton.api.fields import InstantField


class ConnectionThatIsOut(serializers.Serializer[Any]):
    """A model connection by its id and name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class Outage(serializers.Serializer[Any]):
    """A model connection whose provider has answered nobody for several requests in a row."""

    connection = ConnectionThatIsOut()
    provider = serializers.CharField()
    code = serializers.CharField(help_text="What the last request failed with.")
    message = serializers.CharField()
    since = InstantField(help_text="When a worker began to hold requests back.")
    next_try_at = InstantField(help_text="When a single request finds out whether it answers again.")
    waiting_runs = serializers.IntegerField(help_text="Runs that wait for it and have no other model to ask.")


class Outages(serializers.Serializer[Any]):
    """Every outage that is known of now, the longest first."""

    items = Outage(many=True)
