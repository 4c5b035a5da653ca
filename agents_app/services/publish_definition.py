"""Publish a definition: new immutable versions where something changed, and nothing where nothing did."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from uuid import UUID

from agents_app.definition import Definition
from agents_app.services.publishing.addresses import check_addresses
from agents_app.services.publishing.agents import Parts, publish_agents
from agents_app.services.publishing.orchestrations import publish_orchestrations
from agents_app.services.publishing.places import (
    judge_variables,
    publish_connections,
    publish_credentials,
    publish_mcp_servers,
    publish_variables,
)
from agents_app.services.publishing.policy import publish_policy
from agents_app.services.publishing.prices import publish_prices
from agents_app.services.publishing.profiles import publish_profiles
from agents_app.services.publishing.publication import Change, Publication
from agents_app.services.publishing.tools import publish_tools
from baton.audit.record import record
from baton.core.errors import Unprocessable
from baton.egress.allow import NOTHING, AllowList
from baton.tenancy.actor import Actor
from baton.tenancy.models import Project
from baton.tenancy.scope import organization_scope

SCOPES = ("agents:publish", "tools:edit", "policies:edit", "secrets:manage")
_NO_ENVIRONMENT: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Published:
    """What is in force after publishing, and what that changed."""

    agents: Mapping[str, UUID]
    """The live version of each agent of the definition."""
    changes: tuple[Change, ...]


def publish_definition(
    *,
    actor: Actor,
    project_id: UUID,
    definition: Definition,
    environment: Mapping[str, str] = _NO_ENVIRONMENT,
    allow: AllowList = NOTHING,
    environment_is_open: bool = True,
) -> Published:
    """Bring the project up to the definition, in one transaction. Nothing is ever deleted.

    `environment` gives the variables that the definition reads from outside, `allow` the places that are
    reached although they are not public. Credentials are bound to hosts here, hence the scope for secrets.
    `environment_is_open`: who publishes may name variables of the workers (`judge_variable`).
    """
    for scope in SCOPES:
        actor.require(scope)
    with organization_scope(actor.organization_id):
        lock_project(actor, project_id)
        publication = Publication(actor, project_id)
        variables = publish_variables(publication, definition.variables, environment)
        check_addresses(definition, variables, allow)
        judge_variables(publication, definition, is_open=environment_is_open)
        credentials = publish_credentials(publication, definition)
        connections = publish_connections(publication, definition, credentials)
        servers = publish_mcp_servers(publication, definition, credentials)
        profiles = publish_profiles(publication, definition)
        tools = publish_tools(publication, definition, credentials, servers)
        if definition.policy is not None:
            publish_policy(publication, definition.policy)
        if definition.prices is not None:
            publish_prices(publication, definition.prices)
        agents = publish_agents(publication, definition, Parts(profiles, tools, connections))
        publish_orchestrations(publication, definition, agents)
        if publication.changes:
            record(
                actor=actor,
                action="agents:publish",
                object_kind="project",
                object_id=project_id,
                detail={"changes": [str(change) for change in publication.changes]},
            )
    return Published({name: version.id for name, version in agents.items()}, tuple(publication.changes))


def lock_project(actor: Actor, project_id: UUID) -> None:
    """Make publishers of one project take turns: two at once would give two versions the same number."""
    project = (
        Project.objects.select_for_update(no_key=True)
        .filter(organization_id=actor.organization_id, id=project_id)
        .first()
    )
    if project is None:
        raise Unprocessable("invalid_reference", "There is no such project.", field="project_id")
