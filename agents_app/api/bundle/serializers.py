"""Exports and imports in requests and answers."""

from typing import Any

from rest_framework import serializers

from agents_app.bundle.problems import MAX_CHARACTERS
from baton.api.fields import TextField, TruthField
from baton.api.serializers import StrictSerializer


class ProjectExport(serializers.Serializer[Any]):
    """A project as one file."""

    file_name = serializers.CharField()
    text = serializers.CharField(help_text="The whole file; its last line is the signature, if there is one.")
    signed_by = serializers.CharField(
        allow_null=True, help_text="`ed25519:` and the public key; null without a key to sign with."
    )


class ImportRequest(StrictSerializer):
    """A file, and whether to take it over or only to say what that would do."""

    text = TextField(max_length=MAX_CHARACTERS, allow_blank=True)
    apply = TruthField(default=False)


class ImportSigner(serializers.Serializer[Any]):
    """Whose signature is right."""

    key = serializers.CharField()
    name = serializers.CharField(
        allow_null=True, help_text="Under which it is known here; null for a stranger."
    )


class ImportWarning(serializers.Serializer[Any]):
    """What to know before the file is taken over; it hinders nothing."""

    code = serializers.ChoiceField(
        ["unsigned", "signature_wrong", "signer_unknown", "credential_without_value"]
    )
    message = serializers.CharField()
    name = serializers.CharField(allow_null=True, help_text="The credential it is about.")


class ImportProblem(serializers.Serializer[Any]):
    """What is wrong with the file, and where."""

    code = serializers.CharField()
    message = serializers.CharField()
    pointer = serializers.CharField()
    line = serializers.IntegerField()
    column = serializers.IntegerField()


class ImportChange(serializers.Serializer[Any]):
    """What becomes of one object. The same text may still be a change: an agent then pins something newer."""

    kind = serializers.ChoiceField(
        [
            "variable",
            "credential",
            "connection",
            "mcp_server",
            "profile",
            "tool",
            "policy",
            "prices",
            "agent",
            "orchestration",
        ]
    )
    name = serializers.CharField()
    change = serializers.ChoiceField(["new", "changed", "same"])
    before_text = serializers.CharField(allow_null=True)
    after_text = serializers.CharField()


class ProjectImport(serializers.Serializer[Any]):
    """What taking the file over changes; with problems, nothing."""

    applied = serializers.BooleanField()
    signer = ImportSigner(allow_null=True)
    warnings = ImportWarning(many=True)
    problems = ImportProblem(many=True)
    changes = ImportChange(many=True)
