"""What was approved is what runs, or nothing does: all that may move between the decision and the start."""

from collections.abc import Callable
from typing import Any

import pytest
from call_lines import make_line
from call_play import Play
from call_seen import assert_sound, seen_of
from call_stage import SCALE, Stage
from psycopg.types.json import Jsonb

from agents_app.spec import EffectClass
from baton.core.ids import new_id

REFUND = ("a", "refund", {"order": "o1", "amount": 10})
MAIL = ("m", "send_mail", {"to": "a@example.com", "text": "hi"})
STOP = {"n": 1, "t": 5, "do": "workers_stop"}
APPROVE = {"n": 2, "t": 10, "do": "approve", "call": "a", "by": "ann"}
START = {"n": 3, "t": 20, "do": "workers_start"}
APPROVE_AGAIN = {"n": 4, "t": 30, "do": "approve", "call": "a", "by": "bo"}

type Change = Callable[[Play], object]


def decided_before(stage: Stage, change: Change) -> Play:
    """The change comes when the call is approved and no worker has seen it yet."""
    play = Play(stage, make_line(REFUND)).act()
    for event in (STOP, APPROVE):
        play.take(event)
    change(play)
    play.take(START)
    return play


def tool(**changes: Any) -> Change:
    return lambda play: play.world.change_tool(play.tools["refund"], **changes)


def http(**changes: Any) -> Change:
    def change(play: Play) -> None:
        spec = play.tools["refund"]
        play.world.change_tool(spec, http=spec.http.model_copy(update=changes))

    return change


def policy(**changes: Any) -> Change:
    return lambda play: play.world.set_policy([play.rule("refund", **changes)])


def owner(sql: str) -> Change:
    """A statement of the owner about the rows of this run's organization, which is its one parameter."""
    return lambda play: play.world.owner(sql, [play.world.organization])


def recreate_credential(play: Play) -> None:
    play.world.owner(
        "update agents_credential set id = %s where organization_id = %s", [new_id(), play.world.organization]
    )


VOID: dict[str, tuple[list[str], Change]] = {
    "description": (["tool_definition"], tool(description="Refund, but differently.")),
    "schema": (["tool_definition"], tool(input_schema={"type": "object", "properties": {}})),
    "sentence": (["tool_definition"], tool(sentence="Give {amount} back.")),
    "effect class": (["tool_definition"], tool(effect_class=EffectClass.KEYED)),
    "method": (["tool_definition"], http(method="PUT")),
    "path": (["tool_definition"], http(url="{SHOP_URL}/undo")),
    "body": (["tool_definition"], http(body=("amount",))),
    "headers": (["tool_definition"], http(headers={"X-Mode": "live"})),
    "host in the tool": (["tool_definition", "destination"], http(url="https://other.example/do")),
    "host of the project": (
        ["destination"],
        owner("update agents_variable set value = 'https://other.example' where organization_id = %s"),
    ),
    "port of the project": (
        ["destination"],
        owner("update agents_variable set value = 'https://shop.example:8443' where organization_id = %s"),
    ),
    "path of the project": (
        ["destination"],
        owner("update agents_variable set value = 'https://shop.example/v2' where organization_id = %s"),
    ),
    "variable gone": (["destination"], owner("delete from agents_variable where organization_id = %s")),
    "another credential of that name": (["credential"], recreate_credential),
    "credential gone": (["credential"], owner("delete from agents_credential where organization_id = %s")),
    "no credential": (["credential"], tool(credential=None)),
    "less time to execute": (["policy"], policy(execute_within_seconds=1800 * SCALE)),
    "everything": (
        ["tool_definition", "policy", "destination", "credential"],
        lambda play: (
            http(url="https://other.example/do")(play),
            recreate_credential(play),
            policy(execute_within_seconds=60)(play),
        ),
    ),
    "role": (
        ["decider_role"],
        owner(
            "update tenancy_membership set role = 'operator' where role = 'reviewer' and organization_id = %s"
        ),
    ),
    "membership": (
        ["decider_role"],
        owner("delete from tenancy_membership where role = 'reviewer' and organization_id = %s"),
    ),
    "account": (
        ["decider_role"],
        lambda play: play.world.owner(
            "update accounts_user set is_active = false where id = %s", [play.world.people["ann"].id]
        ),
    ),
}


@pytest.mark.requirement("promise P17")
@pytest.mark.requirement("promise P20")
@pytest.mark.requirement("promise P21")
@pytest.mark.parametrize("name", VOID)
def test_what_moved_since_the_decision_voids_it_and_the_new_card_says_what(stage: Stage, name: str) -> None:
    because, change = VOID[name]

    play = decided_before(stage, change)

    seen = seen_of(play)
    assert seen["executions"] == {"a": []}
    assert seen["call_states"] == {"a": "awaiting"}
    assert seen["approvals"] == {"a": ["superseded", "pending"]}
    assert sorted(seen["superseded_because"]["a"]) == sorted(because)
    assert seen["waiting_for"] == ["approval"]
    first, second = play.cards("a")
    assert first["digest"] != second["digest"]
    assert first["consumed_at"] is None
    [told] = [e["payload"] for e in play.world.events(play.run) if e["kind"] == "approval_superseded"]
    assert sorted(told["because"]) == sorted(because)
    assert_sound(play)


UNRELATED: dict[str, Change] = {
    "looser policy": policy(outcome="allow"),
    "more time to execute": policy(execute_within_seconds=7000 * SCALE),
    "a longer grace": policy(grace_seconds=30),
    "less time to decide": policy(expires_after_seconds=60),
    "a rule in other words": policy(text="Refunds are looked at by people.", id="another"),
    "a rule for another tool": lambda play: play.world.set_policy(
        [{"tool": "lookup", "outcome": "deny"}, play.rule("refund")]
    ),
    "a test that asks about the same call": policy(tests=[{"argument": "amount", "op": ">", "value": 5}]),
    "another variable": lambda play: play.world.owner(
        "insert into agents_variable (id, organization_id, project_id, name, value)"
        " values (%s, %s, %s, 'X', 'y')",
        [new_id(), play.world.organization, play.world.project],
    ),
    "a new secret in the credential": owner(
        "update agents_credential set secret_variable = secret_variable || '_NEXT' where organization_id = %s"
    ),
    "another tool of the project": lambda play: play.world.add_tool("refund"),
    "another name of the decider": lambda play: play.world.owner(
        "update accounts_user set name = 'Ann B.' where id = %s", [play.world.people["ann"].id]
    ),
    "a higher role of the decider": owner(
        "update tenancy_membership set role = 'admin' where role = 'reviewer' and organization_id = %s"
    ),
}


@pytest.mark.requirement("promise P21")
@pytest.mark.parametrize("name", UNRELATED)
def test_an_unrelated_or_looser_change_voids_nothing(stage: Stage, name: str) -> None:
    play = decided_before(stage, UNRELATED[name])

    seen = seen_of(play)
    assert seen["executions"] == {"a": [REFUND[2]]}
    assert seen["approvals"] == {"a": ["approved"]}
    assert play.world.run(play.run)["status"] == "completed"


@pytest.mark.requirement("promise P21")
def test_a_policy_that_forbids_it_now_voids_the_decision_and_asks_nobody(stage: Stage) -> None:
    play = decided_before(stage, policy(outcome="deny"))

    seen = seen_of(play)
    assert seen["executions"] == {"a": []}
    assert seen["approvals"] == {"a": ["superseded"]}
    assert [result["kind"] for result in seen["results_to_model"]] == ["denied"]
    assert_sound(play)


@pytest.mark.requirement("promise P17")
def test_a_void_decision_is_decided_anew_and_runs_once_as_the_new_card_says(stage: Stage) -> None:
    play = decided_before(stage, http(url="https://other.example/do"))
    play.world.owner("update agents_credential set host = 'other.example' where organization_id = %s",
                     [play.world.organization])  # fmt: skip
    play.take(APPROVE_AGAIN)

    [invocation] = of(play, "a")
    assert invocation.tool.http.url == "https://other.example/do"
    assert play.cards("a")[1]["card"]["host"] == "other.example"
    assert seen_of(play)["approvals"] == {"a": ["superseded", "approved"]}
    assert play.world.run(play.run)["status"] == "completed"
    assert_sound(play)


@pytest.mark.requirement("promise P20")
def test_one_lost_role_after_another_asks_again_each_time_with_the_tool_as_it_is(stage: Stage) -> None:
    play = decided_before(stage, tool(description="Refund, but differently."))
    play.take({"n": 4, "t": 21, "do": "workers_stop"})
    play.take({"n": 5, "t": 22, "do": "approve", "call": "a", "by": "bo"})
    play.take({"n": 6, "t": 23, "do": "lose_role", "who": "bo"})
    play.take({"n": 7, "t": 24, "do": "workers_start"})
    play.take({"n": 8, "t": 25, "do": "approve", "call": "a", "by": "ann"})

    cards = play.cards("a")
    assert [card["card"]["because"] for card in cards] == [[], ["tool_definition"], ["decider_role"]]
    assert play.http[-1] == {"event": 8, "http": 200, "code": None}
    [invocation] = of(play, "a")
    assert invocation.tool.description == "Refund, but differently."
    assert_sound(play)


BOUND = (
    "v", "organization", "run", "step", "call", "attempt_group", "agent_version", "tool_id", "tool_version",
    "tool_def_digest", "args", "dest_host", "credential_id", "matched_rule", "impact_class", "requester",
    "expires_at", "nonce", "execute_within",
)  # fmt: skip


def rewrite(field: str, value: Any) -> Change:
    """Change one thing of what was approved in the database itself, as its owner."""
    return lambda play: play.world.owner(
        "update orchestration_approval set binding = jsonb_set(binding, %s, %s) where organization_id = %s",
        [[field], Jsonb(value), play.world.organization],
    )


def arguments(text: str | None) -> Change:
    """Change the arguments that would be executed."""
    return lambda play: play.world.owner(
        "update orchestration_toolcall set arguments = %s where organization_id = %s",
        [text, play.world.organization],
    )


BROKEN: dict[str, Change] = {
    **{f"binding: {name}": rewrite(name, 499 if name == "args" else "x") for name in BOUND},
    "binding: one more field": rewrite("more", 1),
    "digest": owner("update orchestration_approval set digest = repeat('0', 64) where organization_id = %s"),
    "arguments": arguments('{"amount":499,"order":"o1"}'),
    "arguments: the same in another form": arguments('{"order":"o1","amount":10}'),
    "arguments: no JSON": arguments("{"),
    "arguments: none": arguments(None),
}


@pytest.mark.requirement("promise P17")
@pytest.mark.requirement("promises 7.45")
@pytest.mark.parametrize("name", BROKEN)
def test_a_record_that_was_changed_by_hand_runs_nothing_and_asks_for_a_person(
    stage: Stage, name: str
) -> None:
    play = decided_before(stage, BROKEN[name])

    run = play.world.run(play.run)
    assert (run["status"], run["error_code"]) == ("needs_attention", "approval_binding_broken")
    assert play.executions(play.call_ids) == {"a": []}
    assert play.call_states(play.call_ids) == {"a": "failed"}
    assert_sound(play)


@pytest.mark.requirement("promise P21")
def test_a_tool_that_is_withdrawn_under_a_waiting_card_never_runs(stage: Stage) -> None:
    play = Play(stage, make_line(REFUND)).act()
    play.take({"n": 1, "t": 5, "do": "tool_withdrawn", "tool": "refund"})
    play.take(APPROVE)

    assert play.executions(play.call_ids) == {"a": []}
    assert [result["kind"] for result in seen_of(play)["results_to_model"]] == ["tool_withdrawn"]
    assert_sound(play)


@pytest.mark.requirement("promise P17")
@pytest.mark.parametrize(
    ("change", "again"),
    [
        (lambda play: None, True),
        (policy(outcome="deny"), True),
        (lambda play: play.world.change_tool(play.tools["send_mail"], description="Other mail."), False),
        (VOID["host of the project"][1], False),
        (recreate_credential, False),
    ],
    ids=["nothing", "policy", "tool", "host", "credential"],
)
def test_a_call_is_sent_again_after_a_crash_only_as_it_was_approved(
    stage: Stage, change: Change, again: bool
) -> None:
    approve = {"n": 1, "t": 10, "do": "approve", "call": "m", "by": "ann"}
    play = Play(stage, make_line(MAIL, crash=("m", "after_effect")) | {"events": [approve]})
    play.while_dead = lambda: change(play)

    play.act()

    keys = {invocation.idempotency_key for invocation in of(play, "m")}
    assert len(keys) == 1
    assert play.executions(play.call_ids) == {"m": [MAIL[2]] * (2 if again else 1)}
    assert play.call_states(play.call_ids) == {"m": "succeeded" if again else "unknown"}
    assert play.world.run(play.run)["status"] == ("completed" if again else "needs_attention")


def of(play: Play, ref: str) -> list[Any]:
    return [each for each in play.stage.effects.invocations if each.call_id == play.call_ids[ref]]
