"""The secrets of a project in a process that serves REST: one on its way out, and all of them to be hidden.

The caller holds the organization's scope.
"""

from dataclasses import dataclass, field
from functools import partial
from uuid import UUID

from agents_app.models import Credential, ModelConnection
from agents_app.secret_values import SecretSource, read_environment, value_of
from agents_app.spec import CredentialRef
from baton.core.hiding import hide_spelt, spellings
from baton.secrets.vault import data_key
from orchestration.engine.ports import CredentialValue


@dataclass(frozen=True, slots=True)
class ProjectSecrets:
    """By the credential's name, as they are now."""

    ids: dict[str, str]
    values: dict[str, CredentialValue] = field(repr=False)
    spelt: tuple[str, ...] = field(repr=False)

    def hide(self, text: str) -> str:
        """A text without any secret of the project."""
        return hide_spelt(text, self.spelt)

    def value_of(self, reference: CredentialRef | None) -> CredentialValue | None:
        """What a tool is sent with; None where it needs nothing, or where there is no value here."""
        return None if reference is None else self.values.get(reference.name)


def secrets_of(organization_id: UUID, project_id: UUID) -> ProjectSecrets:
    """Open every secret of the project; what does not open is not there."""
    place = {"organization_id": organization_id, "project_id": project_id}
    ids: dict[str, str] = {}
    values: dict[str, CredentialValue] = {}
    for row in Credential.objects.filter(**place):
        ids[row.name] = str(row.id)
        source = SecretSource(
            organization=str(organization_id),
            secret=str(row.id),
            sealed=bytes(row.sealed) if row.sealed is not None else None,
            sealed_version=row.sealed_version,
            variable=row.secret_variable,
        )
        value = value_of(source, partial(data_key, organization_id))
        if value:
            values[row.name] = CredentialValue(row.name, row.host, row.header, value, row.prefix)
    variables = ModelConnection.objects.filter(**place).exclude(secret_variable="")
    keys = [read_environment(name) for name in variables.values_list("secret_variable", flat=True)]
    # Also the last word of each: a service echoes the key without its `Bearer`.
    known = [word for each in values.values() for word in (each.value, each.value.split(" ")[-1])]
    known += [key for key in keys if key]
    return ProjectSecrets(ids, values, spellings(known))
