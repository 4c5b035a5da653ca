"""Steps, attempts and bodies: headers of what was done, partitioned by the month of their run."""

from typing import ClassVar

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Now


class Step(models.Model):
    """One model call of a run. A tool call is its own step: its ledger row stands in ToolCall."""

    pk = models.CompositePrimaryKey("run_id", "id")
    run_id = models.UUIDField()
    id = models.UUIDField()
    organization_id = models.UUIDField()
    task_id = models.UUIDField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    state = models.CharField(max_length=20)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(db_default=Now())


class Attempt(models.Model):
    """One try of a step, with what it used. Null tokens: the provider did not say."""

    pk = models.CompositePrimaryKey("run_id", "step_id", "number")
    run_id = models.UUIDField()
    step_id = models.UUIDField()
    number = models.PositiveIntegerField()
    organization_id = models.UUIDField()
    state = models.CharField(max_length=20)
    provider = models.CharField(max_length=40)
    model = models.CharField(max_length=120)
    code = models.CharField(max_length=60, null=True)
    input_tokens = models.PositiveIntegerField(null=True)
    cached_tokens = models.PositiveIntegerField(null=True)
    output_tokens = models.PositiveIntegerField(null=True)
    reasoning_tokens = models.PositiveIntegerField(null=True)
    connection_id = models.UUIDField(null=True)
    currency = models.CharField(max_length=3, null=True)
    cost_nano = models.BigIntegerField(null=True)
    """In billionths of the currency. Null: nobody said what it costs, or how much was used."""
    duration_ms = models.PositiveIntegerField()
    ended_at = models.DateTimeField(db_default=Now())

    class Meta:
        # Attempts are written in the order of their ends, so the smallest kind of index finds a day.
        indexes: ClassVar[list[models.Index]] = [BrinIndex(fields=["ended_at"], name="attempt_by_day")]


class RunBody(models.Model):
    """A text above 8 KiB that an event refers to."""

    pk = models.CompositePrimaryKey("run_id", "id")
    run_id = models.UUIDField()
    id = models.UUIDField()
    organization_id = models.UUIDField()
    content = models.TextField()


class TraceEvent(models.Model):
    """An append-only fact: `(run, seq)` gapless. Every view of a run is a fold of these rows."""

    pk = models.CompositePrimaryKey("run_id", "seq")
    run_id = models.UUIDField()
    seq = models.PositiveIntegerField()
    organization_id = models.UUIDField()
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering: ClassVar[list[str]] = ["run_id", "seq"]
