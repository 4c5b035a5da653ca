"""One call judged by hand, and the prompt of a profile that is being written."""

from typing import Any

import pytest
from database import TestDatabase
from people import People, hashes
from rest_world import code_of, error_of
from tries import Shop, Trying
from world import World

from baton.tenancy.roles import Role

RULES = {
    "rules": [
        {"deny": "find", "when": {"order": "= X"}},
        {"allow": "refund", "when": {"amount": "<= 50"}},
        {
            "ask": ["find", "refund"],
            "because": "Somebody looks at it.",
            "expires_after": "2h",
            "execute_within": "10m",
            "grace": "15s",
        },
    ]
}


def test_a_call_is_judged_by_the_rules_that_are_being_written(shop: Shop, alice: Trying) -> None:
    body = {"content": RULES, "tool": "refund", "arguments": {"order": "A", "amount": 70}}

    judged = alice.send("policy/try", body).json()

    assert (judged["outcome"], judged["rule_index"], judged["text"]) == ("ask", 2, "Somebody looks at it.")
    assert [(each["rule_index"], each["tool"], each["matched"]) for each in judged["rules"]] == [
        (0, "find", False),
        (1, "refund", False),
        (2, "find", False),
        (2, "refund", True),
    ]
    assert judged["tests"] == [
        {
            "rule_index": 1,
            "argument": "amount",
            "test": "<= 50",
            "value": 70,
            "testable": True,
            "passed": False,
        }
    ]
    assert (judged["expires_after"], judged["execute_within"], judged["grace"]) == ("2h", "10m", "15s")
    assert [person["name"] for person in judged["would_ask"]] == ["Alice", "Rita"]


def test_without_rules_those_in_force_judge(shop: Shop, alice: Trying, north: World) -> None:
    north.set_policy([{"tool": "*", "outcome": "deny", "text": "Nothing today."}])

    judged = alice.send("policy/try", {"tool": "find", "arguments": {"order": "A"}}).json()

    assert (judged["outcome"], judged["rule_index"], judged["text"]) == ("deny", 0, "Nothing today.")
    assert (judged["would_ask"], judged["expires_after"]) == ([], None)


def test_where_no_rule_matches_the_default_is_told(shop: Shop, alice: Trying) -> None:
    reads = alice.send("policy/try", {"text": "rules: []", "tool": "find", "arguments": {"order": "A"}})
    writes = alice.send("policy/try", {"tool": "refund", "arguments": {"order": "A", "amount": 1}})

    assert (reads.json()["outcome"], reads.json()["rule_index"]) == ("allow", None)
    assert (writes.json()["outcome"], writes.json()["rule_index"]) == ("ask", None)


def test_nothing_is_kept_and_nobody_is_asked(shop: Shop, alice: Trying, database: TestDatabase) -> None:
    before = hashes(database, "agents_toolpolicyversion", "agents_draft", "orchestration_approval")

    alice.send("policy/try", {"content": RULES, "tool": "refund", "arguments": {"order": "A", "amount": 70}})

    after = hashes(database, "agents_toolpolicyversion", "agents_draft", "orchestration_approval")
    assert after == before


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"tool": "nothing", "arguments": {}}, "invalid_reference", "tool"),
        ({"tool": "refund", "arguments": {"order": 1, "amount": 1}}, "invalid_value", "arguments"),
        (
            {"content": {"rules": [{"ask": "nothing"}]}, "tool": "find", "arguments": {"order": "A"}},
            "invalid_definition",
            None,
        ),
    ],
)
def test_what_cannot_be_judged_is_refused(
    shop: Shop, alice: Trying, body: dict[str, Any], code: str, field: str | None
) -> None:
    refused = alice.send("policy/try", body)

    error = error_of(refused)
    assert (refused.status_code, error["code"], error.get("field")) == (422, code, field)


def test_who_was_suspended_would_not_be_asked(
    shop: Shop, alice: Trying, people: People, database: TestDatabase
) -> None:
    gone = people.add_person("Gone", people.north, Role.ADMIN)
    database.rows("update accounts_user set is_active = false where id = %s", [gone.id])

    judged = alice.send("policy/try", {"tool": "refund", "arguments": {"order": "A", "amount": 1}}).json()

    assert "Gone" not in [person["name"] for person in judged["would_ask"]]


def test_the_prompt_of_a_profile_is_the_one_of_a_run(alice: Trying) -> None:
    profile = {"specialization": "Refunds", "skills": ["Be quick", "Be kind"], "instructions": "Help. <b>"}

    shown = alice.send("profiles/preview", {"content": profile}).json()

    assert (
        shown["prompt"] == "Your specialization: Refunds.\n\nYour skills:\n- Be quick\n- Be kind\n\nHelp. <b>"
    )
    assert (shown["characters"], shown["words"]) == (len(shown["prompt"]), 13)
    unfinished = alice.send("profiles/preview", {"content": {"specialization": "Refunds"}})
    assert code_of(unfinished) == (422, "invalid_definition")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("policy/try", {"tool": "find", "arguments": {"order": "A"}}),
        ("profiles/preview", {"content": {"specialization": "S", "instructions": "I"}}),
    ],
)
def test_a_try_needs_its_scope(shop: Shop, people: People, path: str, body: dict[str, Any]) -> None:
    for client in (
        people.with_key(people.vera),
        people.with_key(people.alice, ["agents:read", "tools:read"]),
    ):
        assert code_of(Trying(client).send(path, body)) == (403, "insufficient_scope")


def test_other_organizations_judge_by_their_own_tools(shop: Shop, people: People) -> None:
    stranger = Trying(people.with_key(people.charlie))

    refused = stranger.send("policy/try", {"tool": "find", "arguments": {"order": "A"}})

    assert code_of(refused) == (422, "invalid_reference")
