"""The text of API keys and the table of roles."""

import hashlib
import random

import pytest

from baton.core.errors import Forbidden
from baton.core.ids import new_id
from baton.tenancy.actor import member
from baton.tenancy.keys import make_key, parse_key
from baton.tenancy.roles import DEFAULT_KEY_SCOPES, SCOPES, SCOPES_OF_ROLE, Role


def test_a_made_key_is_read_back_with_the_hash_of_its_secret() -> None:
    text, parts = make_key("test", random.Random(7).choice)

    assert len(text) == len("btn_test_") + 12 + 1 + 43 + 6
    assert parse_key(text) == parts
    assert parts.secret_hash == hashlib.sha256(text[-49:-6].encode()).digest()
    assert text[-49:-6] not in repr(parts)


@pytest.mark.requirement("promises 7.16")
def test_any_changed_character_of_a_key_breaks_its_checksum() -> None:
    text, _ = make_key("test", random.Random(7).choice)

    changed = [text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :] for at in range(len(text))]

    assert [parse_key(each) for each in changed] == [None] * len(text)


@pytest.mark.parametrize("text", ["", "btn_", "btn_test_x_y", "x" * 100_000, "btn_test_" + "é" * 62, "\x00"])
def test_a_text_of_another_form_is_no_key(text: str) -> None:
    assert parse_key(text) is None


def test_keys_do_not_repeat() -> None:
    assert len({make_key("test")[0] for _ in range(200)}) == 200


@pytest.mark.parametrize(
    ("role", "can", "cannot"),
    [
        (Role.VIEWER, {"runs:read", "approvals:read"}, {"runs:start", "approvals:decide", "agents:edit"}),
        (Role.OPERATOR, {"runs:start", "runs:cancel", "runs:fork"}, {"approvals:decide", "agents:publish"}),
        (Role.REVIEWER, {"runs:read", "approvals:decide"}, {"runs:start", "runs:cancel", "policies:edit"}),
        (Role.BUILDER, {"agents:publish", "agents:try", "tools:edit"}, {"runs:start", "approvals:decide"}),
        (Role.ADMIN, {"approvals:decide", "keys:manage", "agents:edit"}, {"organization:manage"}),
        (Role.OWNER, set(SCOPES), set()),
    ],
)
def test_a_role_may_what_the_table_says(role: Role, can: set[str], cannot: set[str]) -> None:
    actor = member(user_id=new_id(), name="Bob", organization_id=new_id(), project_id=new_id(), role=role)

    assert {scope for scope in can if actor.can(scope)} == can
    assert not {scope for scope in cannot if actor.can(scope)}


def test_a_default_key_never_decides() -> None:
    assert "approvals:decide" not in DEFAULT_KEY_SCOPES
    assert SCOPES_OF_ROLE[Role.OWNER] > DEFAULT_KEY_SCOPES


@pytest.mark.requirement("promises 7.19")
def test_requiring_what_one_may_not_do_is_refused_by_name() -> None:
    actor = member(
        user_id=new_id(), name="Bob", organization_id=new_id(), project_id=new_id(), role=Role.VIEWER
    )

    with pytest.raises(Forbidden) as caught:
        actor.require("runs:start")

    assert (caught.value.code, caught.value.details) == ("insufficient_scope", {"scope": "runs:start"})
