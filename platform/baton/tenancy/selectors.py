"""Who belongs where: what a signed-in person may see before an organization is chosen."""

from dataclasses import dataclass
from uuid import UUID

from baton.tenancy.models import Membership, Organization, Project
from baton.tenancy.quotas import RequestQuota
from baton.tenancy.roles import Role
from baton.tenancy.scope import user_scope


@dataclass(frozen=True, slots=True)
class MemberProject:
    """A project that a person can open, with the role they have there."""

    organization_id: UUID
    organization_name: str
    organization_slug: str
    project_id: UUID
    project_name: str
    project_slug: str
    role: Role
    suspended: bool
    quota: RequestQuota


@dataclass(frozen=True, slots=True)
class Place:
    """A project and its organization, by id, name and slug."""

    organization_id: UUID
    organization_name: str
    organization_slug: str
    project_id: UUID
    project_name: str
    project_slug: str


def place_of(organization_id: UUID, project_id: UUID) -> Place | None:
    """Where somebody acts whose organization is known; read inside its scope."""
    projects = Project.objects.filter(organization_id=organization_id, id=project_id)
    row = projects.values_list(
        "organization_id", "organization__name", "organization__slug", "id", "name", "slug"
    ).first()
    return None if row is None else Place(*row)


def time_zone_of(organization_id: UUID) -> str:
    """Where its days begin and end; read inside its scope."""
    return Organization.objects.values_list("time_zone", flat=True).get(id=organization_id)


def membership_of(user_id: UUID, *, project_id: UUID) -> MemberProject | None:
    """The project with this id, if the person is a member of its organization."""
    return next(iter(_projects(user_id, id=project_id)), None)


def membership_by_slug(user_id: UUID, *, organization: str, project: str) -> MemberProject | None:
    """The project at this address, if the person is a member of its organization."""
    return next(iter(_projects(user_id, organization__slug=organization, slug=project)), None)


def projects_of(user_id: UUID) -> list[MemberProject]:
    """Every project a person can open, oldest first."""
    return _projects(user_id)


def _projects(user_id: UUID, **which: object) -> list[MemberProject]:
    with user_scope(user_id):
        roles = dict(Membership.objects.filter(user_id=user_id).values_list("organization_id", "role"))
        if not roles:
            return []
        projects = Project.objects.filter(organization_id__in=roles, **which)
        return [
            MemberProject(
                organization_id=project.organization_id,
                organization_name=project.organization.name,
                organization_slug=project.organization.slug,
                project_id=project.id,
                project_name=project.name,
                project_slug=project.slug,
                role=Role(roles[project.organization_id]),
                suspended=project.organization.suspended_at is not None,
                quota=RequestQuota(
                    project.organization.requests_per_second, project.organization.requests_per_second_each
                ),
            )
            for project in projects.select_related("organization").order_by("id")
        ]
