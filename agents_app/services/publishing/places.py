"""Publish where things are reached: variables, credentials, model connections. These have no versions."""

from collections.abc import Mapping

from agents_app.definition import Definition, VariableDefinition
from agents_app.models import Credential, ModelConnection, Variable
from agents_app.services.publishing.publication import Publication
from baton.core.errors import Unprocessable


def publish_variables(
    publication: Publication, variables: tuple[VariableDefinition, ...], environment: Mapping[str, str]
) -> dict[str, str]:
    """Make or update the project's variables; those named `from_environment` are read now."""
    values = {variable.name: _value(variable, environment) for variable in variables}
    publication.upsert(Variable, "variable", {name: {"value": value} for name, value in values.items()})
    return values


def publish_credentials(publication: Publication, definition: Definition) -> dict[str, Credential]:
    """Make or update credentials. A changed host voids approvals that were given for the old one."""
    wanted = {
        each.name: {"host": each.host, "header": each.header, "secret_variable": each.secret_variable}
        for each in definition.credentials
    }
    return publication.upsert(Credential, "credential", wanted)


def publish_connections(publication: Publication, definition: Definition) -> dict[str, ModelConnection]:
    """Make or update model connections."""
    wanted = {
        each.name: {
            "provider": each.provider,
            "base_url": each.base_url or "",
            "script": each.script,
            "secret_variable": each.secret_variable or "",
            "capabilities": dict(each.capabilities),
        }
        for each in definition.connections
    }
    return publication.upsert(ModelConnection, "connection", wanted)


def _value(variable: VariableDefinition, environment: Mapping[str, str]) -> str:
    if variable.from_environment is None:
        return variable.value or ""
    value = environment.get(variable.from_environment, "")
    if not value:
        message = (
            f"The variable '{variable.name}' is read from {variable.from_environment}, which is not set."
        )
        raise Unprocessable("variable_missing", message, field=f"variables.{variable.name}")
    return value
