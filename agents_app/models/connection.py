"""Where models and tools are reached: model connections, credentials (names only) and project variables."""

from typing import ClassVar

from django.db import models

from baton.tenancy.models import TenantModel


class ModelConnection(TenantModel):
    """A provider as a project reaches it. The key is read from the environment by name, never stored here."""

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    name = models.CharField(max_length=60)
    provider = models.CharField(max_length=40)
    base_url = models.CharField(max_length=500, default="")
    secret_variable = models.CharField(max_length=100, default="")
    """Name of the environment variable with the key: OPENAI_API_KEY or BATON_SECRET_...; no other is read."""
    script = models.JSONField(null=True)
    """For `scripted`: the name of a script, or its replies."""
    capabilities = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "project", "name"], name="connection_name_in_project"
            ),
            models.UniqueConstraint(fields=["organization", "id"], name="connection_of_organization"),
        ]


class Credential(TenantModel):
    """A secret for exactly one host, sent as one header. Its value is read from the environment by name."""

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    name = models.CharField(max_length=60)
    host = models.CharField(max_length=255)
    header = models.CharField(max_length=100, default="Authorization")
    secret_variable = models.CharField(max_length=100)

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

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "project", "name"], name="variable_name_in_project"
            )
        ]
