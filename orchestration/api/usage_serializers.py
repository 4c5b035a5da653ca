"""How a usage report looks in answers."""

from typing import Any

from rest_framework import serializers

from orchestration.api.run_serializers import CostShown, UsageShown
from orchestration.api.words import WordField
from orchestration.selectors.usage import UsageBy


class UsageSums(serializers.Serializer[Any]):
    """What attempts used and cost together."""

    attempts = serializers.IntegerField(help_text="Tries of model calls.")
    failed = serializers.IntegerField(help_text="Tries that gave no reply; they may have cost something too.")
    usage = UsageShown()
    cost = CostShown()


class NamedThing(serializers.Serializer[Any]):
    """Something by its id, with its name if it is still there."""

    id = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)


class ModelOfProvider(serializers.Serializer[Any]):
    """A model as its provider calls it."""

    provider = serializers.CharField()
    name = serializers.CharField()


class UsageRow(UsageSums):
    """One day, agent, model or connection; the fields of other reports are null."""

    day = serializers.DateField(allow_null=True)
    agent = NamedThing(allow_null=True)
    model = ModelOfProvider(allow_null=True)
    connection = NamedThing(allow_null=True, help_text="Also null where it was not recorded.")


class UsageReport(serializers.Serializer[Any]):
    """Sums of attempts by the day on which they ended; rows add up to the total unless they are capped."""

    to = serializers.DateField(help_text="The last day.")
    time_zone = serializers.CharField(help_text="The organization's: its days are meant.")
    by = WordField(UsageBy)
    rows = UsageRow(
        many=True, help_text="Days in order, without those on which nothing was asked; others by size."
    )
    rows_are_capped = serializers.BooleanField(help_text="There are more than 1,000; the total is of all.")
    total = UsageSums()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # `from` is a word of the language.
        return {"from": serializers.DateField(help_text="The first day."), **super().get_fields()}
