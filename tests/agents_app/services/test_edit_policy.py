"""A new version of the policy: ordered rules, in force at once, never over somebody else's edit."""

from dataclasses import replace
from typing import Any

import pytest
from database import TestDatabase

from agents_app.definition import read_definition
from agents_app.selectors import LivePolicy, live_policy
from agents_app.services.edit_policy import edit_policy
from agents_app.services.publish_definition import publish_definition
from agents_app.spec import Outcome, PolicyRule
from baton.core.errors import Forbidden, Precondition, Unprocessable
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

TEXT = """
baton: 1
tools:
  refund: {description: Pay money back, request: "POST https://shop.example/refunds"}
policy:
  - ask: refund
"""
DENY = PolicyRule(id="", tool="refund", outcome=Outcome.DENY, text="Not today")
ALLOW = PolicyRule(id="", tool="*", outcome=Outcome.ALLOW)


@pytest.fixture
def alice(people: Any) -> Actor:
    publish_definition(
        actor=people.alice, project_id=people.alice.project_id, definition=read_definition(TEXT)
    )
    actor: Actor = people.alice
    return actor


def edit(actor: Actor, *rules: PolicyRule, seen: int | None = 1) -> Any:
    return edit_policy(actor=actor, project_id=actor.project_id, rules=rules, expected_number=seen)


def policy_of(actor: Actor) -> LivePolicy:
    with organization_scope(actor.organization_id):
        return live_policy(actor.organization_id, actor.project_id)


def test_the_new_rules_are_in_force_and_the_old_version_is_kept(database: TestDatabase, alice: Actor) -> None:
    version = edit(alice, DENY, ALLOW)

    policy = policy_of(alice)
    assert (policy.version_id, policy.number) == (version.id, 2)
    assert [(rule.outcome, rule.tool) for rule in policy.rules] == [("deny", "refund"), ("allow", "*")]
    assert all(rule.id.startswith("r_") for rule in policy.rules)
    assert database.value("select count(*) from agents_toolpolicyversion") == 2
    assert database.rows("select action, detail from audit_auditentry order by id desc limit 1") == [
        {"action": "policies:edit", "detail": {"number": 2}}
    ]


def test_the_same_rules_again_are_no_new_version(database: TestDatabase, alice: Actor) -> None:
    edit(alice, DENY)

    assert edit(alice, DENY, seen=2).number == 2
    assert database.value("select count(*) from audit_auditentry where action = 'policies:edit'") == 1


def test_going_back_to_the_first_rules_gets_the_next_number(alice: Actor) -> None:
    edit(alice, DENY)

    assert edit(alice, PolicyRule(id="", tool="refund", outcome=Outcome.ASK, text="x"), seen=2).number == 3


@pytest.mark.requirement("promises 7.35")
@pytest.mark.parametrize("seen", [None, 0, 2])
def test_an_edit_of_rules_that_are_no_longer_in_force_changes_nothing(alice: Actor, seen: int | None) -> None:
    before = policy_of(alice)

    with pytest.raises(Precondition) as caught:
        edit(alice, DENY, seen=seen)

    assert (caught.value.code, caught.value.details) == ("version_conflict", {"version": 1})
    assert policy_of(alice) == before


def test_the_first_policy_of_a_project_has_seen_none(people: Any) -> None:
    assert policy_of(people.charlie) == LivePolicy(None, 0, ())

    assert edit(people.charlie, ALLOW, seen=None).number == 1


def test_a_rule_about_a_tool_that_does_not_exist_changes_nothing(alice: Actor) -> None:
    before = policy_of(alice)

    with pytest.raises(Unprocessable) as caught:
        edit(alice, DENY, replace_tool("refunds"))

    assert caught.value.code == "invalid_reference"
    assert policy_of(alice) == before


def test_a_tool_of_another_organization_does_not_exist(alice: Actor, people: Any) -> None:
    with pytest.raises(Unprocessable, match=r"no tool 'refund'"):
        edit(people.charlie, DENY, seen=None)


def test_whoever_may_not_edit_policies_changes_nothing(alice: Actor, people: Any) -> None:
    before = policy_of(alice)

    for actor in (people.bob, replace(alice, scopes=alice.scopes - {"policies:edit"})):
        with pytest.raises(Forbidden):
            edit(actor, ALLOW)

    assert policy_of(alice) == before


def replace_tool(name: str) -> PolicyRule:
    return DENY.model_copy(update={"tool": name})
