"""What a run is started of: the live version of an agent or of an orchestration."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from agents_app.models import Agent, AgentVersion, ModelConnection, Orchestration, OrchestrationVersion
from agents_app.orchestration_spec import OrchestrationSpec
from agents_app.spec import AgentSpec, Limits
from baton.core.errors import Unprocessable
from baton.tenancy.actor import Actor


@dataclass(frozen=True, slots=True)
class AgentTarget:
    version: AgentVersion
    spec: AgentSpec
    kind = "agent"
    root_kind = "converse"

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def limits(self) -> Limits:
        return self.spec.limits

    @property
    def columns(self) -> dict[str, Any]:
        """Of the run's row."""
        return {"agent_id": self.version.agent_id, "agent_version_id": self.version.id}

    def in_event(self, organization_id: UUID) -> dict[str, Any]:
        """In the run's first event."""
        provider = (
            ModelConnection.objects.filter(organization_id=organization_id, id=self.spec.connection_id)
            .values_list("provider", flat=True)
            .get()
        )
        return {
            "agent": {
                "id": str(self.version.agent_id),
                "name": self.spec.name,
                "version": self.version.number,
                "version_id": str(self.version.id),
            },
            "model": {
                "provider": provider,
                "name": self.spec.model,
                "scripted": provider == "scripted",
            },
        }


@dataclass(frozen=True, slots=True)
class OrchestrationTarget:
    version: OrchestrationVersion
    spec: OrchestrationSpec
    kind = "orchestration"
    root_kind = "orchestrate"

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def limits(self) -> Limits:
        return self.spec.limits

    @property
    def columns(self) -> dict[str, Any]:
        """Of the run's row."""
        return {
            "orchestration_id": self.version.orchestration_id,
            "orchestration_version_id": self.version.id,
        }

    def in_event(self, organization_id: UUID) -> dict[str, Any]:
        """In the run's first event. It names no model: each member has its own."""
        return {
            "orchestration": {
                "id": str(self.version.orchestration_id),
                "name": self.spec.name,
                "version": self.version.number,
                "version_id": str(self.version.id),
            },
        }


type Target = AgentTarget | OrchestrationTarget


def find_target(actor: Actor, agent: str | None, orchestration: str | None) -> Target:
    """Exactly one of the two names it, by id or exact name. The caller holds the organization's scope."""
    if agent is not None and orchestration is not None:
        message = "A run is of an agent or of an orchestration, not of both."
        raise Unprocessable("invalid_value", message, field="orchestration")
    if orchestration is not None:
        team: OrchestrationVersion = _live_version(actor, Orchestration, "orchestration", orchestration)
        return OrchestrationTarget(team, OrchestrationSpec.model_validate(team.spec))
    if agent is None:
        raise Unprocessable("missing_field", "Name the agent or the orchestration.", field="agent")
    version: AgentVersion = _live_version(actor, Agent, "agent", agent)
    return AgentTarget(version, AgentSpec.model_validate(version.spec))


def _live_version(actor: Actor, model: Any, kind: str, named: str) -> Any:
    found = (
        model.objects.filter(
            organization_id=actor.organization_id, project_id=actor.project_id, **_named(named)
        )
        .select_related("live_version")
        .first()
    )
    if found is None:
        raise _refused(kind, f"There is no {_shown(kind, named)} in this project.")
    if found.archived_at is not None:
        raise _refused(kind, f"The {kind} {found.name!r} is archived.")
    if found.live_version is None:
        raise _refused(kind, f"The {kind} {found.name!r} has no published version.")
    return found.live_version


def _named(name: str) -> dict[str, Any]:
    try:
        return {"id": UUID(name)}
    except ValueError:
        return {"name": name}


def _shown(kind: str, name: str) -> str:
    """An id is not repeated: the answer to a foreign one equals that to a random one, byte for byte."""
    return f"such {kind}" if "id" in _named(name) else f"{kind} {name[:120]!r}"


def _refused(kind: str, message: str) -> Unprocessable:
    return Unprocessable("invalid_reference", message, field=kind)
