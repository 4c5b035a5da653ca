"""The organization of the demo: one project, its owner, one API key. Brought up to date, never emptied."""

from dataclasses import dataclass

from baton.accounts.models import User
from baton.ops.demo.secrets_kept import EMAIL, DemoSecrets
from baton.ops.environment import DEMO
from baton.tenancy.actor import Actor, member
from baton.tenancy.models import ApiKey, Membership, Organization, Project
from baton.tenancy.roles import DEFAULT_KEY_SCOPES, Role
from baton.tenancy.scope import organization_scope

NAME = "Nordlicht Outfitters"
PROJECT = "Support"
PERSON = "Demo Owner"
KEY_NAME = "Demo"
# A key that decides is an exception, made so that the whole demo can be driven from a terminal.
KEY_SCOPES = DEFAULT_KEY_SCOPES | {"approvals:decide"}


@dataclass(frozen=True, slots=True)
class DemoPlace:
    """Where the demo is and who owns it."""

    organization: Organization
    project: Project
    owner: Actor


def bring_up_organization(demo_secrets: DemoSecrets) -> DemoPlace:
    """Make what is missing and let the kept password and key open it."""
    organization, _ = Organization.objects.get_or_create(slug=DEMO, defaults={"name": NAME})
    with organization_scope(organization.id):
        project, _ = Project.objects.get_or_create(
            organization=organization, slug=PROJECT.lower(), defaults={"name": PROJECT}
        )
        user = _person(demo_secrets.password)
        Membership.objects.get_or_create(
            organization=organization, user=user, defaults={"role": Role.OWNER.value}
        )
        _api_key(demo_secrets, organization, project, user)
    owner = member(
        user_id=user.id,
        name=user.name,
        organization_id=organization.id,
        project_id=project.id,
        role=Role.OWNER,
    )
    return DemoPlace(organization, project, owner)


def _person(password: str) -> User:
    user = User.objects.filter(email=EMAIL).first()
    if user is None:
        return User.objects.create_user(EMAIL, password, name=PERSON)
    if not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def _api_key(demo_secrets: DemoSecrets, organization: Organization, project: Project, user: User) -> None:
    """A revoked key stays revoked; only a new one in the file replaces it."""
    parts = demo_secrets.key_parts
    values = {
        "project": project,
        "key_id": parts.key_id,
        "secret_hash": parts.secret_hash,
        "scopes": sorted(KEY_SCOPES),
        "created_by": user,
    }
    key = ApiKey.objects.filter(organization=organization, name=KEY_NAME).first()
    if key is None:
        ApiKey.objects.create(organization=organization, name=KEY_NAME, **values)
    elif (key.key_id, bytes(key.secret_hash)) != (parts.key_id, parts.secret_hash):
        ApiKey.objects.filter(id=key.id, organization=organization).update(**values, revoked_at=None)
