"""The run: one execution of an agent for one input, and the record's fixed point."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from baton.core.ids import new_id
from orchestration.engine.states import RUN_ENDS, RunStatus

_ENDED = sorted(status.value for status in RUN_ENDS)


class Run(models.Model):
    """Status, budget, lease and position of one run.

    Changed only by the kernel's functions: `kernel.claim`, `commit`, `signal` and their kin. The row is
    updated in place without touching an index (fillfactor below 100) while its status stays the same.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    organization = models.ForeignKey("tenancy.Organization", on_delete=models.PROTECT, db_index=False)
    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    agent = models.ForeignKey(
        "agents.Agent", null=True, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    agent_version = models.ForeignKey(
        "agents.AgentVersion", null=True, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    orchestration = models.ForeignKey(
        "agents.Orchestration", null=True, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    orchestration_version = models.ForeignKey(
        "agents.OrchestrationVersion",
        null=True,
        on_delete=models.PROTECT,
        db_constraint=False,
        db_index=False,
    )
    input = models.TextField()
    requester_kind = models.CharField(max_length=20)
    requester_id = models.UUIDField()
    requester_name = models.CharField(max_length=254)
    trace_id = models.CharField(max_length=32)
    """W3C trace id (16 bytes, hex) of the whole run, over every worker that held it."""
    step_limit = models.PositiveIntegerField(default=200)
    token_limit = models.PositiveIntegerField(null=True)
    deadline_at = models.DateTimeField()
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    # From here on what changes, in the order of the columns: PostgreSQL logs an update from the first byte
    # that differs, so what never changes stands before it and is not written again with each of them.
    status = models.CharField(
        max_length=20, default=RunStatus.QUEUED.value, db_default=RunStatus.QUEUED.value
    )
    waiting_for = ArrayField(models.CharField(max_length=20), default=list, db_default=[])
    output = models.TextField(null=True)
    error_code = models.CharField(max_length=60, null=True)
    error_message = models.TextField(null=True)
    steps_used = models.PositiveIntegerField(default=0, db_default=0)
    tokens_used = models.PositiveBigIntegerField(default=0, db_default=0)
    last_seq = models.PositiveIntegerField(default=0, db_default=0)
    signal = models.PositiveIntegerField(default=0, db_default=0)
    """Counts facts from outside; parking compares it with the one the runner has seen."""
    signal_seen = models.PositiveIntegerField(default=0, db_default=0)
    worker_id = models.UUIDField(null=True)
    lease_epoch = models.PositiveIntegerField(default=0, db_default=0)
    """Fencing token: every write of a runner names the epoch it claimed with."""
    claims = models.PositiveIntegerField(default=0, db_default=0)
    claims_since_progress = models.PositiveIntegerField(default=0, db_default=0)
    available_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1, db_default=1)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization", "id"], name="run_of_organization"),
            models.CheckConstraint(
                condition=models.Q(status__in=[status.value for status in RunStatus]),
                name="run_status_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(agent__isnull=False, agent_version__isnull=False)
                & models.Q(orchestration__isnull=True, orchestration_version__isnull=True)
                | models.Q(agent__isnull=True, agent_version__isnull=True)
                & models.Q(orchestration__isnull=False, orchestration_version__isnull=False),
                name="run_of_agent_or_orchestration",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["status", "organization", "available_at"],
                name="run_open",
                condition=~models.Q(status__in=_ENDED),
            ),
        ]

    @property
    def is_ended(self) -> bool:
        return RunStatus(self.status) in RUN_ENDS


class Task(models.Model):
    """A task contract given to one agent inside a run; the root task is the run's goal.

    How it went is in the run's events. `is_processing` alone is kept here, for its constraint: an agent does
    one thing at a time in a run (agents 6 and 9), whichever worker holds it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    organization_id = models.UUIDField()
    run = models.ForeignKey(Run, on_delete=models.PROTECT, db_constraint=False, related_name="tasks")
    parent = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    kind = models.CharField(max_length=20)
    agent_version_id = models.UUIDField(null=True)
    """None: the root of a run of an orchestration."""
    contract = models.JSONField()
    is_processing = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization_id", "id"], name="task_of_organization"),
            models.UniqueConstraint(
                fields=["run", "agent_version_id"],
                condition=models.Q(is_processing=True),
                name="agent_does_one_task_at_a_time",
            ),
        ]


class Worker(models.Model):
    """One incarnation of a worker process. Its lease is this row: a run is held while the row is alive."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    host = models.CharField(max_length=120)
    pid = models.PositiveIntegerField()
    started_at = models.DateTimeField(db_default=Now())
    until = models.DateTimeField()
    stopped = models.BooleanField(default=False, db_default=False)
