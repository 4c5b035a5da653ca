"""How objects, drafts and versions look in answers."""

from typing import Any

from rest_framework import serializers

from agents_app.api.serializers import AgentFacts, AgentLimits, ToolOfAgent
from baton.api.fields import InstantField

type Shown = serializers.Serializer[Any]


class PersonNamed(serializers.Serializer[Any]):
    """A person."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class ContentProblem(serializers.Serializer[Any]):
    """What is wrong, and where: in the text by line and column, in the content by a JSON pointer."""

    code = serializers.CharField()
    message = serializers.CharField()
    pointer = serializers.CharField()
    line = serializers.IntegerField()
    column = serializers.IntegerField()


class DraftMark(serializers.Serializer[Any]):
    """That there is a draft."""

    revision = serializers.IntegerField()
    updated_at = InstantField()
    updated_by = PersonNamed(allow_null=True)


class DraftShown(DraftMark):
    """What is being edited, in both forms."""

    content = serializers.DictField()
    text = serializers.CharField(help_text="YAML; the places of problems are in it.")
    base_number = serializers.IntegerField(
        allow_null=True, help_text="The version that was live when it was saved; null: there was none."
    )
    problems = ContentProblem(many=True)
    changed = serializers.BooleanField(help_text="It says something else than the live version.")


class UseShown(serializers.Serializer[Any]):
    """Who uses the object."""

    kind = serializers.CharField(help_text="`agent`, `orchestration` or `policy`.")
    id = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.IntegerField(
        allow_null=True, help_text="The version of the object that is used; null for a rule, which names it."
    )
    is_live = serializers.BooleanField(help_text="The version that is used is the newest.")


class OutdatedPin(serializers.Serializer[Any]):
    """Something that the live version uses, and of which there is a newer version."""

    kind = serializers.CharField(help_text="`profile`, `tool` or `agent`.")
    name = serializers.CharField()
    uses = serializers.IntegerField()
    newest = serializers.IntegerField()


class _Facts(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    description = serializers.CharField()
    version = serializers.IntegerField(allow_null=True, help_text="The live version; null if there is none.")
    version_id = serializers.UUIDField(allow_null=True)
    published_at = InstantField(allow_null=True)
    archived_at = InstantField(allow_null=True)


class _Published(serializers.Serializer[Any]):
    published_by = PersonNamed(allow_null=True)


class _Listed(_Published):
    draft = DraftMark(allow_null=True)
    used_by = serializers.IntegerField(help_text="How many use it, as the object's page lists them.")


class _Whole(_Published):
    notes = serializers.CharField(help_text="Of the live version.")
    content = serializers.DictField(allow_null=True, help_text="Of the live version.")
    text = serializers.CharField(allow_null=True, help_text="The same as YAML.")
    draft = DraftShown(allow_null=True)
    used_by = UseShown(many=True)
    outdated = OutdatedPin(many=True)


class _ToolFacts(_Facts):
    method = serializers.CharField(allow_null=True)
    url = serializers.CharField(
        allow_null=True, help_text="With variables of the project and arguments in braces."
    )
    effect_class = serializers.CharField(allow_null=True)
    risk = serializers.CharField(allow_null=True)
    credential = serializers.CharField(allow_null=True, help_text="The name of the secret it is sent with.")
    server = serializers.CharField(allow_null=True, help_text="The MCP server whose tool it is.")
    quarantine = serializers.CharField(
        allow_null=True,
        help_text="Its server says something else of it by now: no call starts until it is imported again.",
    )
    withdrawn = serializers.BooleanField(help_text="No call of the live version starts any more.")


class _ProfileFacts(_Facts):
    specialization = serializers.CharField(allow_null=True)
    skills = serializers.IntegerField(help_text="How many.")


class ToolSummary(_Listed, _ToolFacts):
    """A tool as lists show it."""


class ToolDetail(_Whole, _ToolFacts):
    """A tool with its live version and its draft."""


class ProfileSummary(_Listed, _ProfileFacts):
    """A training profile as lists show it."""


class ProfileDetail(_Whole, _ProfileFacts):
    """A training profile with its live version and its draft."""


class AgentSummary(_Listed, AgentFacts):
    """An agent as lists show it."""

    tools = serializers.ListField(child=serializers.CharField(), help_text="Names.")


class AgentDetail(_Whole, AgentFacts):
    """An agent with everything its live version pins, and its draft."""

    connection = serializers.CharField(allow_null=True)
    skills = serializers.ListField(child=serializers.CharField())
    instructions = serializers.CharField()
    profile_version = serializers.IntegerField(allow_null=True)
    profile_version_id = serializers.UUIDField(allow_null=True)
    limits = AgentLimits(allow_null=True)
    tools = ToolOfAgent(many=True)


class _OrchestrationFacts(_Facts):
    members = serializers.ListField(child=serializers.CharField(), help_text="Names of agents.")
    planner = serializers.CharField(
        allow_null=True, help_text="`none`, `static` or `model`; null without a live version."
    )
    max_reviews = serializers.IntegerField(allow_null=True, help_text="Of each task's work; 0: no review.")


class OrchestrationSummary(_Listed, _OrchestrationFacts):
    """An orchestration as lists show it."""


class OrchestrationDetail(_Whole, _OrchestrationFacts):
    """An orchestration with its live version and its draft."""


class _Single(_Whole, _Facts):
    id = serializers.UUIDField(allow_null=True, help_text="Null until somebody has written it.")


class PolicyDetail(_Single):
    """The tool policy with the version in force and its draft."""


class ShippedPrices(serializers.Serializer[Any]):
    """Prices that come with Baton; they hold as long as nobody has published any."""

    as_of = serializers.DateField(help_text="The day they are of. Nobody vouches for them.")
    content = serializers.DictField()
    text = serializers.CharField()


class PricesDetail(_Single):
    """The price table with its live version and its draft."""

    shipped = ShippedPrices()


class VersionSummary(serializers.Serializer[Any]):
    """A version, which never changes."""

    number = serializers.IntegerField()
    id = serializers.UUIDField()
    notes = serializers.CharField()
    created_at = InstantField()
    created_by = PersonNamed(allow_null=True)
    is_live = serializers.BooleanField()
    withdrawn_at = InstantField(allow_null=True, help_text="Of tools: since when no call of it starts.")


class VersionDetail(VersionSummary):
    """A version with what it says."""

    content = serializers.DictField()
    text = serializers.CharField()


class CheckedContent(serializers.Serializer[Any]):
    """What was given, in both forms, and what is wrong with it."""

    content = serializers.DictField(allow_null=True, help_text="Null where the text cannot be read.")
    text = serializers.CharField()
    problems = ContentProblem(many=True)
    sentence_example = serializers.CharField(
        allow_null=True, help_text="Of a tool: what a person would decide by, with made-up arguments."
    )


class UpdatedAgent(serializers.Serializer[Any]):
    """An agent with its new version."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.IntegerField()


class PublishedVersion(serializers.Serializer[Any]):
    """What is live from now on."""

    version = serializers.IntegerField()
    version_id = serializers.UUIDField()
    updated_agents = UpdatedAgent(many=True)
