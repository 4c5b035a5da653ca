"""How whoever asks looks in the answer."""

from typing import Any

from rest_framework import serializers

from baton.tenancy.roles import Role
from orchestration.api.words import WordField


class Named(serializers.Serializer[Any]):
    """Something by id and name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class Addressed(Named):
    """The same, with its word in addresses."""

    slug = serializers.CharField()


class PersonShown(Named):
    """Who is signed in."""

    email = serializers.CharField()


class _PlaceShown(serializers.Serializer[Any]):
    organization = Addressed()
    project = Addressed()
    role = WordField(Role, allow_null=True)


class ProjectOpen(_PlaceShown):
    """A project that can be opened; the role of a key is null, it has scopes."""


class MeShown(_PlaceShown):
    """Either a person or a key."""

    person = PersonShown(allow_null=True)
    key = Named(allow_null=True)
    scopes = serializers.ListField(child=serializers.CharField())
    projects = ProjectOpen(many=True)
    demo = serializers.BooleanField(help_text="This organization is the demo's.")
    first_decision = serializers.BooleanField(help_text="In the demo: may decide and never has.")
