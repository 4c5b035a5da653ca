"""Organizations and who may do what in them. Every row below an organization carries `organization_id`."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from baton.core.ids import new_id
from baton.tenancy.roles import Role


class TenantModel(models.Model):
    """Base of what builders and members make: an id, its organization, and when it was made."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    organization = models.ForeignKey("tenancy.Organization", on_delete=models.PROTECT, db_index=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        abstract = True


class Organization(models.Model):
    """The tenant."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    time_zone = models.CharField(max_length=60, default="UTC")
    max_running = models.PositiveIntegerField(default=200)
    """Runs of this organization that workers may hold at once."""
    max_queued = models.PositiveIntegerField(null=True)
    """Runs that may be queued; beyond it a start is refused. Null: as the installation says."""
    requests_per_second = models.PositiveIntegerField(null=True)
    """REST requests of all its keys and people together. Null: as the installation says."""
    requests_per_second_each = models.PositiveIntegerField(null=True)
    """REST requests of one key or one person. Null: as many as the organization."""
    paused_at = models.DateTimeField(null=True)
    """The kill switch: nothing is claimed and no effect starts while it is set."""
    suspended_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(max_queued__gt=0)
                & models.Q(requests_per_second__gt=0)
                & models.Q(requests_per_second_each__gt=0),
                name="quota_leaves_something",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Project(TenantModel):
    """The part of an organization that agents, tools, policies and runs belong to."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization", "slug"], name="project_slug_in_organization"),
            models.UniqueConstraint(fields=["organization", "id"], name="project_of_organization"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(TenantModel):
    """A person in an organization, with one role."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=True)
    role = models.CharField(max_length=20)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization", "user"], name="one_membership_per_person"),
            models.CheckConstraint(
                condition=models.Q(role__in=[r.value for r in Role]), name="role_is_known"
            ),
        ]


class ApiKey(TenantModel):
    """A service's credential for one project. Only the SHA-256 of its secret is stored."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, db_constraint=False)
    name = models.CharField(max_length=120)
    key_id = models.CharField(max_length=12, unique=True)
    secret_hash = models.BinaryField()
    scopes = ArrayField(models.CharField(max_length=60))
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, db_index=False)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(db_default=1, default=1)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization", "name"], name="api_key_name_in_organization")
        ]


class Platform(models.Model):
    """One row: what holds for every organization."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    paused_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(id=1), name="one_platform")
        ]
