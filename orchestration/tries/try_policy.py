"""Try the policy: what would it say to this call, by which rule, and who would be asked."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from agents_app.arguments import CompiledSchema, InvalidArguments, parse_arguments
from agents_app.kinds import Kind
from agents_app.models import ToolVersion
from agents_app.selectors import live_policy
from agents_app.selectors.check import Given, check_given
from agents_app.services.drafts.content import invalid_definition
from agents_app.spec import Outcome, PolicyRule, ToolSpec
from baton.core.errors import Unprocessable
from baton.tenancy.actor import Actor
from baton.tenancy.models import Membership
from baton.tenancy.roles import SCOPES_OF_ROLE
from baton.tenancy.scope import organization_scope
from orchestration.engine.policy_trace import PolicyTrace, trace_policy
from orchestration.tries.refusals import unusable_arguments

MOST_PEOPLE: Final = 50
_DECIDES: Final = "approvals:decide"


@dataclass(frozen=True, slots=True)
class PersonNamed:
    """Somebody who could decide."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class TriedPolicy:
    """The verdict with every rule behind it."""

    trace: PolicyTrace
    indexes: tuple[int, ...]
    """For each rule of the trace its place in the content: one line may be about several tools."""
    arguments: dict[str, Any]
    people: tuple[PersonNamed, ...]
    """Who would be asked; nobody where nothing is asked."""

    @property
    def rule_index(self) -> int | None:
        """The place of the rule that decided; None where none matched."""
        places = zip(self.indexes, self.trace.rules, strict=True)
        return next((index for index, each in places if each.matched), None)


def try_policy(*, actor: Actor, given: Given | None, tool: str, arguments: Any) -> TriedPolicy:
    """Judge one call by hand. `given` None: by the policy in force.

    Refused is what a run would not let come before a rule: arguments that do not fit the tool.
    """
    actor.require("agents:try")
    with organization_scope(actor.organization_id):
        spec = _tool(actor, tool)
        rules, indexes = _rules(actor, given)
        fitting = _arguments(spec, arguments)
        trace = trace_policy(rules, spec, fitting)
        asks = trace.verdict.outcome is Outcome.ASK
        return TriedPolicy(trace, indexes, fitting, _deciders(actor) if asks else ())


def _rules(actor: Actor, given: Given | None) -> tuple[tuple[PolicyRule, ...], tuple[int, ...]]:
    if given is None:
        rules = live_policy(actor.organization_id, actor.project_id).rules
        return rules, tuple(range(len(rules)))
    checked = check_given(actor.organization_id, actor.project_id, Kind.POLICY, Kind.POLICY.value, given)
    if checked.problems:
        raise invalid_definition(checked.problems)
    return tuple(checked.value), tuple(_indexes(checked.content))


def _tool(actor: Actor, name: str) -> ToolSpec:
    """As its newest version says; archived ones too, since runs may still call them."""
    versions = ToolVersion.objects.filter(
        organization_id=actor.organization_id, tool__project_id=actor.project_id, tool__name=name
    )
    stored = versions.order_by("-number").values_list("spec", flat=True).first()
    if stored is None:
        message = f"There is no published tool {name[:64]!r} in this project."
        raise Unprocessable("invalid_reference", message, field="tool")
    return ToolSpec.model_validate(stored)


def _arguments(spec: ToolSpec, given: Any) -> dict[str, Any]:
    try:
        return parse_arguments(json.dumps(given), CompiledSchema(spec.input_schema))
    except InvalidArguments as error:
        raise unusable_arguments(error) from None


def _indexes(content: Any) -> Iterator[int]:
    """The content's place of each rule that was read from it: the readers make one for each tool named."""
    for index, rule in enumerate(content.get("rules") or ()):
        named = next((rule[outcome.value] for outcome in Outcome if outcome.value in rule), ())
        for _ in range(len(named) if isinstance(named, list) else 1):
            yield index


def _deciders(actor: Actor) -> tuple[PersonNamed, ...]:
    roles = [role.value for role, scopes in SCOPES_OF_ROLE.items() if _DECIDES in scopes]
    members = Membership.objects.filter(
        organization_id=actor.organization_id, role__in=roles, user__is_active=True
    ).select_related("user")
    people = [PersonNamed(str(member.user_id), str(member.user)) for member in members[:MOST_PEOPLE]]
    return tuple(sorted(people, key=lambda person: person.name.casefold()))
