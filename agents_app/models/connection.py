"""Where models and tools are reached: model connections, credentials and project variables."""

from typing import ClassVar

from django.db import models

from baton.tenancy.models import TenantModel


class ModelConnection(TenantModel):
    """A provider as a project reaches it. Its key is a credential of the project, or read from the
    environment by name."""

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    name = models.CharField(max_length=60)
    provider = models.CharField(max_length=40)
    base_url = models.CharField(max_length=500, default="")
    secret_variable = models.CharField(max_length=100, default="")
    """Name of the environment variable with the key: OPENAI_API_KEY or BATON_SECRET_...; no other is read."""
    credential = models.ForeignKey(
        "agents.Credential", null=True, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    """The key, bound to the host of `base_url`; beside it `secret_variable` is empty."""
    script = models.JSONField(null=True)
    """For `scripted`: the name of a script, or its replies."""
    capabilities = models.JSONField(default=dict)
    """Of the endpoint, whatever the model (`agents_app.capabilities`)."""
    model_capabilities = models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)
    """The same by the name of a model, which has the last word."""
    transport = models.CharField(max_length=10, db_default="sdk", default="sdk")
    """One of `agents_app.providers.TRANSPORTS`."""
    history = models.CharField(max_length=10, db_default="client", default="client")
    """One of `agents_app.providers.HISTORIES`."""
    max_in_flight = models.PositiveIntegerField(null=True)
    """Model calls under way at once with this key; null: no bound of ours."""
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "project", "name"], name="connection_name_in_project"
            ),
            models.UniqueConstraint(fields=["organization", "id"], name="connection_of_organization"),
        ]


class Credential(TenantModel):
    """A secret for exactly one host, sent as one header: `prefix` and the value.

    The value is sealed here (`baton.secrets`), or read from the environment by the name `secret_variable`;
    with neither the credential is known and not usable. Nobody reads a sealed value back.
    """

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    name = models.CharField(max_length=60)
    host = models.CharField(max_length=255)
    header = models.CharField(max_length=100, default="Authorization")
    prefix = models.CharField(max_length=20, db_default="", default="")
    """What stands before the value in the header, such as "Bearer "."""
    secret_variable = models.CharField(max_length=100, db_default="", default="")
    sealed = models.BinaryField(null=True)
    """AES-256-GCM: nonce, ciphertext, tag; bound to organization, credential and `sealed_version`."""
    sealed_version = models.PositiveIntegerField(db_default=0, default=0)
    """Counts the values there have been."""
    last_four = models.CharField(max_length=4, db_default="", default="")
    fingerprint = models.CharField(max_length=16, db_default="", default="")
    """Tells two values apart without telling either."""
    sealed_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(db_default=1, default=1)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "project", "name"], name="credential_name_in_project"
            ),
            models.UniqueConstraint(fields=["organization", "id"], name="credential_of_organization"),
        ]


class Variable(TenantModel):
    """A project environment variable, such as the address of the shop. Not a secret; shown everywhere."""

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    name = models.CharField(max_length=60)
    value = models.CharField(max_length=1000)
    version = models.PositiveIntegerField(db_default=1, default=1)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "project", "name"], name="variable_name_in_project"
            )
        ]
