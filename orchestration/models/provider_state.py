"""A provider that answers nobody, as long as it does not."""

from typing import ClassVar

from django.db import models


class ProviderState(models.Model):
    """An outage of a model connection, as the worker that noticed it last sees it. No row: nothing is known.

    Written by the kernel's functions alone: a worker notes it when its circuit opens and after each probe,
    and ends it when it has an answer. What a dead worker left is ended by the supervisor.
    """

    connection_id = models.UUIDField(primary_key=True)
    organization_id = models.UUIDField()
    project_id = models.UUIDField()
    worker_id = models.UUIDField()
    code = models.CharField(max_length=60)
    message = models.CharField(max_length=500)
    failures = models.PositiveIntegerField()
    since = models.DateTimeField()
    next_try_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["organization_id", "project_id"], name="outage_of_project")
        ]
