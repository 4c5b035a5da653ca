"""The policy that is in force: the rules that were published last, and those before them kept."""

from typing import Any

from database import TestDatabase
from studio import TEXT

from agents_app.definition import read_definition
from agents_app.kinds import Kind
from agents_app.selectors.check import Given
from agents_app.selectors.policy import LivePolicy, live_policy
from agents_app.services.drafts.publish_draft import publish_draft
from agents_app.services.drafts.save_draft import save_draft
from agents_app.services.publish_definition import publish_definition
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope


def policy_of(actor: Actor) -> LivePolicy:
    with organization_scope(actor.organization_id):
        return live_policy(actor.organization_id, actor.project_id)


def publish(actor: Actor, text: str, *, seen: int) -> None:
    save_draft(actor=actor, kind=Kind.POLICY, given=Given(text=text), seen=0)
    publish_draft(actor=actor, kind=Kind.POLICY, seen=seen, notes="")


def test_the_new_rules_are_in_force_and_the_old_version_is_kept(database: TestDatabase, people: Any) -> None:
    alice = people.alice
    publish_definition(actor=alice, project_id=alice.project_id, definition=read_definition(TEXT))
    first = policy_of(alice)

    publish(alice, "rules:\n  - deny: refund\n    because: Not today\n  - allow: '*'\n", seen=1)

    second = policy_of(alice)
    assert (first.number, second.number) == (1, 2)
    assert [(rule.outcome, rule.tool) for rule in second.rules] == [("deny", "refund"), ("allow", "*")]
    assert all(rule.id.startswith("r_") for rule in second.rules)
    assert database.value("select rules from agents_toolpolicyversion where number = 1") == [
        rule.to_json() for rule in first.rules
    ]


def test_a_project_without_a_policy_has_no_rules(people: Any) -> None:
    assert policy_of(people.charlie) == LivePolicy(None, 0, ())

    publish(people.charlie, "rules:\n  - allow: '*'\n", seen=1)

    assert policy_of(people.charlie).number == 1
