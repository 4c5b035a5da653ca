"""What a decision is bound to: every field moves the digest, the order of keys does not."""

import hashlib
from dataclasses import fields, replace
from typing import Any

import pytest

from baton.core.canonical import canonical
from orchestration.engine.approvals import Binding, approval_digest, binding_json, differences

BINDING = Binding(
    organization="org",
    run="run",
    step="step",
    call="call",
    attempt_group=1,
    agent_version="agent",
    tool_id="tool",
    tool_version="tool-v1",
    tool_def_digest="d" * 64,
    args={"order": "NL-1042", "amount": 240},
    dest_host="shop.example",
    credential_id=None,
    matched_rule='{"outcome":"ask"}',
    impact_class="keyed",
    requester="user:ann",
    expires_at="2026-11-30T14:31:52.004Z",
    nonce="n" * 32,
    execute_within=3600,
)
CHANGES: dict[str, Any] = {
    "organization": "org2",
    "run": "run2",
    "step": "step2",
    "call": "call2",
    "attempt_group": 2,
    "agent_version": "agent2",
    "tool_id": "tool2",
    "tool_version": "tool-v2",
    "tool_def_digest": "e" * 64,
    "args": {"order": "NL-1042", "amount": 241},
    "dest_host": "shop.example:8443",
    "credential_id": "cred",
    "matched_rule": '{"outcome":"deny"}',
    "impact_class": "at_most_once",
    "requester": "api_key:ann",
    "expires_at": "2026-11-30T14:31:52.005Z",
    "nonce": "m" * 32,
    "execute_within": 3601,
    "v": 2,
}


@pytest.mark.requirement("promise P17")
def test_every_field_of_the_binding_has_a_change_here() -> None:
    assert set(CHANGES) == {field.name for field in fields(Binding)}


@pytest.mark.requirement("promise P17")
@pytest.mark.requirement("promise P18")
@pytest.mark.parametrize("name", list(CHANGES))
def test_every_bound_field_moves_the_digest(name: str) -> None:
    assert approval_digest(replace(BINDING, **{name: CHANGES[name]})) != approval_digest(BINDING)


@pytest.mark.requirement("promise P17")
@pytest.mark.parametrize(
    "args",
    [
        {"amount": 240, "order": "NL-1042"},
        {"amount": 240.0, "order": "NL-1042"},
    ],
)
def test_neither_key_order_nor_number_spelling_moves_the_digest(args: dict[str, Any]) -> None:
    assert approval_digest(replace(BINDING, args=args)) == approval_digest(BINDING)


@pytest.mark.parametrize(
    "args",
    [
        {"order": "NL-1042", "amount": "240"},
        {"order": "NL-1042 ", "amount": 240},
        {"order": "NL-1042\u200b", "amount": 240},
        {"order": "NL-1042", "amount": 240, "note": None},
        {},
    ],
)
def test_any_other_value_moves_the_digest(args: dict[str, Any]) -> None:
    assert approval_digest(replace(BINDING, args=args)) != approval_digest(BINDING)


def test_the_digest_is_the_sha_256_of_the_canonical_payload() -> None:
    payload = canonical(binding_json(BINDING)).decode()

    assert payload.startswith('{"agent_version":"agent","args":{"amount":240,"order":"NL-1042"},')
    assert approval_digest(BINDING) == hashlib.sha256(payload.encode()).hexdigest()
    # Stored approvals hold such digests: another form of the payload needs another `v`.
    assert approval_digest(BINDING) == "9d88207b77a3ebd58490bcad4ad233e160fd0515913d367abdfc1f75aa55a2cf"


@pytest.mark.requirement("promise P21")
@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ([], []),
        (["tool_def_digest"], ["tool_definition"]),
        (["tool_id", "tool_version", "impact_class"], ["tool_definition"]),
        (["matched_rule"], ["policy"]),
        (["execute_within"], ["policy"]),
        (["dest_host"], ["destination"]),
        (["credential_id"], ["credential"]),
        (["args"], ["arguments"]),
        (
            ["args", "dest_host", "matched_rule", "tool_def_digest", "credential_id"],
            ["tool_definition", "policy", "destination", "credential", "arguments"],
        ),
        (["nonce"], ["binding"]),
        (["run", "args"], ["arguments", "binding"]),
    ],
)
def test_what_moved_is_named(changed: list[str], named: list[str]) -> None:
    other = replace(BINDING, **{name: CHANGES[name] for name in changed})

    assert differences(BINDING, other) == named


@pytest.mark.requirement("promise P21")
def test_reordered_arguments_are_no_difference() -> None:
    assert differences(BINDING, replace(BINDING, args={"amount": 240, "order": "NL-1042"})) == []
