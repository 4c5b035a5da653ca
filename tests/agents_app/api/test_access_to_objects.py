"""Who may do what with drafts and versions: scopes, roles, and nothing of anybody else's."""

from collections.abc import Iterator
from typing import Any

import pytest
from people import People, hashes
from rest_world import code_of, error_of
from studio import CONTENT, Studio

from baton.core.ids import new_id

READ = ["agents:read", "tools:read", "policies:read"]
NAMES = {"agents": "refund-desk", "profiles": "refunds", "tools": "refund"}
TABLES = (
    "agents_agent", "agents_agentversion", "agents_trainingprofile", "agents_trainingprofileversion",
    "agents_tool", "agents_toolversion", "agents_toolpolicy", "agents_toolpolicyversion",
    "agents_pricetable", "agents_pricetableversion", "agents_draft",
)  # fmt: skip
type Act = tuple[str, str, Any, int | None]


def reads_of(path: str) -> Iterator[Act]:
    yield from (("GET", f"{path}{tail}", None, None) for tail in ("", "/versions", "/versions/1"))


def writes_of(path: str) -> Iterator[Act]:
    kind, _, identifier = path.partition("/")
    content = {"content": CONTENT[kind]}
    yield "PUT", f"{path}/draft", content, 0
    yield "DELETE", f"{path}/draft", None, 0
    yield "POST", f"{path}/publish", {}, 0
    yield "POST", f"{path}/versions/1/restore", {}, 1
    if identifier:
        yield "POST", f"{path}/archive", {}, None
        yield "POST", f"{path}/unarchive", {}, None
        yield "POST", f"{path}/duplicate", {"name": "copy"}, None
    if kind == "tools":
        yield "POST", f"{path}/versions/1/withdraw", {"reason": "x"}, None


def answers(studio: Studio, acts: Iterator[Act]) -> list[Any]:
    return [
        studio.get(path) if method == "GET" else studio.send(method, path, body, seen=seen)
        for method, path, body, seen in acts
    ]


def everything(studio: Studio) -> list[str]:
    return [*(studio.path_of(kind, name) for kind, name in NAMES.items()), "policy", "prices"]


def test_a_key_that_only_reads_changes_nothing(studio: Studio, people: People) -> None:
    reader = Studio(people.with_key(people.alice, READ))
    before = hashes(people.database, *TABLES)

    for path in everything(studio):
        refused = answers(reader, writes_of(path))
        assert {code_of(each) for each in refused} == {(403, "insufficient_scope")}, path
    for kind in NAMES:
        assert code_of(reader.post(kind, {"name": "new"})) == (403, "insufficient_scope")

    assert hashes(people.database, *TABLES) == before


def test_a_key_that_only_reads_sees_and_checks_everything(studio: Studio, people: People) -> None:
    reader = Studio(people.with_key(people.alice, READ))

    for path in everything(studio):
        kind = path.partition("/")[0]
        published = answers(reader, reads_of(path))
        expected = [200, 200, 404] if kind == "prices" else [200, 200, 200]
        assert [each.status_code for each in published] == expected, path
        assert reader.post(f"{kind}/check", {"content": {}}).status_code == 200


def test_a_key_without_the_right_to_read_sees_nothing(studio: Studio, people: People) -> None:
    blind = Studio(people.with_key(people.alice, ["runs:read"]))

    for path in everything(studio):
        refused = answers(blind, reads_of(path))
        assert {code_of(each) for each in refused} == {(403, "insufficient_scope")}, path
        assert blind.post(f"{path.partition('/')[0]}/check", {"content": {}}).status_code == 403


@pytest.mark.parametrize(
    ("edits", "publishes"), [("agents", "agents:publish"), ("profiles", "agents:publish")]
)
def test_whoever_may_edit_but_not_publish_changes_nothing_that_is_live(
    studio: Studio, people: People, edits: str, publishes: str
) -> None:
    path = studio.path_of(edits, NAMES[edits])
    editor = Studio(people.with_key(people.alice, [*READ, "agents:edit"]))

    assert editor.put(f"{path}/draft", {"content": CONTENT[edits]}, seen=0).status_code == 200
    refused = [
        editor.post(f"{path}/publish", {}, seen=1),
        editor.post(f"{path}/versions/1/restore", {}, seen=1),
        editor.post(f"{path}/archive"),
    ]

    assert [error_of(each)["details"] for each in refused] == [{"scope": publishes}] * 3
    assert studio.get(path).json()["version"] == 1


@pytest.mark.requirement("promise P24")
@pytest.mark.requirement("promises 7.12")
def test_what_is_anothers_is_as_what_does_not_exist(studio: Studio, people: People) -> None:
    outside = Studio(people.with_key(people.charlie))
    before = hashes(people.database, *TABLES)

    for path in everything(studio)[:3]:
        kind, _, _ = path.partition("/")
        missing = f"{kind}/{new_id()}"
        theirs = [error_of(each) for each in answers(outside, [*reads_of(path), *writes_of(path)])]
        nobodys = [error_of(each) for each in answers(outside, [*reads_of(missing), *writes_of(missing)])]
        assert theirs == nobodys
        assert {each["code"] for each in theirs} == {"not_found"}
        body = {"id": path.partition("/")[2], "content": {}}
        assert code_of(outside.post(f"{kind}/check", body)) == (404, "not_found")
        assert outside.get(kind).json()["items"] == []

    assert hashes(people.database, *TABLES) == before
    assert outside.get("policy").json()["version"] is None


def test_one_policy_and_one_table_of_prices_belong_to_each_project(studio: Studio, people: People) -> None:
    outside = Studio(people.with_key(people.charlie))

    outside.put("policy/draft", {"content": {"rules": []}}, seen=0)
    outside.put("prices/draft", {"content": CONTENT["prices"]}, seen=0)
    outside.publish("policy")
    outside.publish("prices")

    assert studio.get("policy").json()["draft"] is None
    assert len(studio.get("policy").json()["content"]["rules"]) == 1
    assert studio.get("prices").json()["version"] is None


@pytest.mark.parametrize(("name", "may"), [("bob", False), ("rita", False), ("vera", False), ("alice", True)])
def test_roles_decide_who_edits(studio: Studio, people: People, name: str, may: bool) -> None:
    member = Studio(people.signed_in(getattr(people, name)))
    path = studio.path_of("tools", "refund")

    assert member.get(path).status_code == 200
    saved = member.put(f"{path}/draft", {"content": CONTENT["tools"]}, seen=0)

    assert saved.status_code == (200 if may else 403)
    assert (studio.get(path).json()["draft"] is not None) is may
