"""Drafts over REST: made, saved over what was seen, checked while they are written, discarded."""

from typing import Any

import pytest
from people import People
from rest_world import code_of, error_of
from studio import CONTENT, FIND, Studio

NAMED = ("agents", "orchestrations", "profiles", "tools")
ALL = (*NAMED, "policy", "prices")


def test_a_new_object_is_a_draft_that_nothing_uses(studio: Studio) -> None:
    for kind in NAMED:
        response = studio.post(kind, {"name": "orders", "content": CONTENT[kind]})

        shown = response.json()
        assert (response.status_code, response["ETag"]) == (201, '"1"')
        assert response["Location"] == f"/api/v1/{kind}/{shown['id']}"
        assert (shown["name"], shown["version"], shown["content"], shown["used_by"]) == (
            "orders",
            None,
            None,
            [],
        )
        assert shown["draft"]["content"] == CONTENT[kind]
        assert (shown["draft"]["problems"], shown["draft"]["base_number"]) == ([], None)
        assert shown["draft"]["updated_by"]["name"] == "Alice"
        again = studio.get(f"{kind}/{shown['id']}")
        assert (again.json(), again["ETag"]) == (shown, '"1"')
        (listed,) = studio.get(kind, q="ord").json()["items"]
        assert (listed["version"], listed["draft"]["revision"], listed["used_by"]) == (None, 1, 0)


def test_content_and_text_are_one_object(studio: Studio) -> None:
    path = studio.create("tools", "find", {})
    draft = studio.put(f"{path}/draft", {"content": FIND}, seen=1).json()

    from_text = studio.put(f"{path}/draft", {"text": draft["text"]}, seen=2).json()

    assert from_text["content"] == FIND
    assert (from_text["text"], from_text["problems"]) == (draft["text"], [])


def test_an_incomplete_draft_is_kept_with_what_is_wrong_with_it(studio: Studio) -> None:
    path = studio.create("tools", "find", {})

    draft = studio.put(f"{path}/draft", {"text": "effect: maybe\nrequest: GET {NOWHERE}/x\n"}, seen=1).json()

    assert draft["content"] == {"effect": "maybe", "request": "GET {NOWHERE}/x"}
    found = {(each["pointer"], each["code"], each["line"]) for each in draft["problems"]}
    assert {("/effect", "invalid_value", 1), ("/request", "unknown_reference", 2)} <= found


@pytest.mark.parametrize(
    "text",
    ["request: [", "a: 1\na: 2", "- a list", "x: &a 1", '"\\0": 1', "n: 9007199254740993", "just words"],
)
def test_text_that_no_content_could_hold_changes_nothing(studio: Studio, text: str) -> None:
    path = studio.create("tools", "find")
    before = studio.get(path).json()

    refused = studio.put(f"{path}/draft", {"text": text}, seen=1)

    error = error_of(refused)
    assert (refused.status_code, error["code"]) == (422, "invalid_definition")
    assert error["details"]["problems"][0].keys() >= {"code", "line", "column", "pointer"}
    assert studio.get(path).json() == before
    checked = studio.post("tools/check", {"text": text}).json()
    assert (checked["text"], bool(checked["problems"])) == (text, True)


@pytest.mark.requirement("promises 7.35")
def test_whoever_is_second_gets_the_text_of_who_was_quicker(studio: Studio, people: People) -> None:
    for kind in ALL:
        path = kind if kind not in NAMED else studio.create(kind, "orders")
        seen = 0 if kind not in NAMED else 1
        theirs = {**CONTENT[kind], "description": "Theirs"}
        first = studio.put(f"{path}/draft", {"content": theirs}, seen=seen)
        other = Studio(people.with_key(people.alice))

        second = other.put(f"{path}/draft", {"content": CONTENT[kind]}, seen=seen)
        never = other.put(f"{path}/draft", {"content": CONTENT[kind]})

        assert first.status_code == 200, first.content
        error = error_of(second)
        assert (second.status_code, error["code"]) == (412, "version_conflict")
        details = error["details"]
        assert details["version"] == first.json()["revision"] == seen + 1
        assert (details["content"], details["text"]) == (theirs, first.json()["text"])
        assert details["updated_by"]["name"] == "Alice"
        assert details["updated_at"] == first.json()["updated_at"]
        assert code_of(never) == (428, "precondition_required")
        assert studio.get(path).json()["draft"]["content"] == theirs
        kept = other.put(f"{path}/draft", {"content": CONTENT[kind]}, seen=details["version"])
        assert kept.status_code == 200


def test_a_revision_never_comes_back(studio: Studio) -> None:
    path = studio.create("tools", "find")
    studio.put(f"{path}/draft", {"content": FIND}, seen=1)
    assert studio.publish(path).status_code == 200
    saved = studio.put(f"{path}/draft", {"content": {**FIND, "description": "New"}}, seen=0)

    stale = studio.put(f"{path}/draft", {"content": FIND}, seen=1)

    assert saved.json()["revision"] == 3
    assert code_of(stale) == (412, "version_conflict")


def test_who_began_from_a_version_that_is_not_live_any_more_is_told(studio: Studio) -> None:
    path = studio.path_of("tools", "refund")
    content = studio.get(path).json()["content"]
    studio.edit(path, description="Pay back")
    studio.publish(path)

    late = studio.put(f"{path}/draft", {"content": content, "base_number": 1}, seen=0)

    details = error_of(late)["details"]
    assert late.status_code == 412
    assert (details["version"], details["content"]["description"]) == (0, "Pay back")
    in_time = studio.put(f"{path}/draft", {"content": content, "base_number": 2}, seen=0)
    assert (in_time.status_code, in_time.json()["base_number"]) == (200, 2)


def test_a_version_published_beside_a_draft_ends_the_revision_that_was_seen(studio: Studio) -> None:
    path = studio.path_of("tools", "refund")
    studio.edit(path, description="Second")
    studio.publish(path)
    seen = studio.edit(path, description="Mine").json()["revision"]
    assert studio.post(f"{path}/versions/1/restore", {"notes": "back"}, seen=2).status_code == 200

    late = studio.put(f"{path}/draft", {"content": FIND}, seen=seen)

    details = error_of(late)["details"]
    assert details["content"]["description"] == "Pay money back"
    assert studio.get(path).json()["draft"]["content"]["description"] == "Mine"
    mine = studio.put(f"{path}/draft", {"content": FIND}, seen=details["version"])
    assert (mine.status_code, mine.json()["base_number"]) == (200, 3)


def test_a_draft_is_changed_only_where_it_says_something_else(studio: Studio) -> None:
    path = studio.path_of("tools", "refund")
    content = studio.get(path).json()["content"]

    same = studio.put(f"{path}/draft", {"content": content}, seen=0).json()
    reworded = studio.put(f"{path}/draft", {"content": {**content, "timeout": "30s"}}, seen=1).json()
    other = studio.put(f"{path}/draft", {"content": {**content, "timeout": "31s"}}, seen=2).json()

    assert [each["changed"] for each in (same, reworded, other)] == [False, False, True]


def test_a_discarded_draft_leaves_what_is_published(studio: Studio) -> None:
    path = studio.path_of("tools", "refund")
    before = studio.get(path).json()
    studio.edit(path, description="Other")

    stale = studio.send("DELETE", f"{path}/draft", seen=7)
    gone = studio.send("DELETE", f"{path}/draft", seen=1)

    assert code_of(stale) == (412, "version_conflict")
    assert (gone.status_code, gone["ETag"]) == (204, '"0"')
    assert studio.get(path).json() == before
    assert studio.send("DELETE", f"{path}/draft", seen=0).status_code == 404


def test_names_are_unique_and_as_a_file_would_have_them(studio: Studio) -> None:
    for kind in NAMED:
        first = studio.create(kind, "orders")

        twin = studio.post(kind, {"name": "orders"})

        assert code_of(twin) == (409, "already_exists")
        assert error_of(twin)["details"]["id"] == first.split("/")[1]
        wrong = ["  ", "a" * 121, *(["two words", "a" * 65] if kind == "tools" else [])]
        assert {studio.post(kind, {"name": name}).status_code for name in wrong} == {422}
        assert len(studio.get(kind, q="orders").json()["items"]) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"content": {}, "text": ""},
        {"content": []},
        {"content": None},
        {"text": 1},
        {"content": {}, "more": 1},
    ],
)
def test_a_body_with_not_exactly_one_form_is_refused(studio: Studio, body: Any) -> None:
    path = studio.create("tools", "find")
    before = studio.get(path).json()

    assert studio.put(f"{path}/draft", body, seen=1).status_code in (400, 422)
    assert studio.post("tools/check", body).status_code in (400, 422)
    assert studio.get(path).json() == before


def test_a_check_says_what_a_person_would_decide_by(studio: Studio) -> None:
    body = {
        **FIND,
        "sentence": "Look up {order}",
        "arguments": {"order": {"type": "string", "examples": ["A-7"]}},
    }

    checked = studio.post("tools/check", {"name": "find", "content": body}).json()
    wrong = studio.post("tools/check", {"content": {**body, "sentence": "Look up {oder}"}}).json()

    assert (checked["problems"], checked["sentence_example"]) == ([], "Look up A-7")
    assert wrong["sentence_example"] is None
    assert [each["pointer"] for each in wrong["problems"]] == ["/sentence"]


@pytest.mark.requirement("promises 7.56")
def test_an_address_that_is_never_reached_is_a_problem_of_the_form(studio: Studio) -> None:
    checked = studio.post(
        "tools/check", {"content": {**FIND, "request": "GET http://169.254.169.254/{order}"}}
    )

    (problem,) = checked.json()["problems"]
    assert (problem["pointer"], problem["code"]) == ("/request", "blocked_address")


def test_a_policy_is_checked_against_the_tools_there_are(studio: Studio) -> None:
    rules = [
        {"ask": "refund", "when": {"amount": "> 50"}},
        {"deny": "nothing"},
        {"ask": "refund", "when": {"sum": 1}},
    ]

    problems = studio.post("policy/check", {"content": {"rules": rules}}).json()["problems"]

    assert [each["pointer"] for each in problems] == ["/rules/1/deny", "/rules/2/when/sum"]


def test_content_beyond_the_limit_of_a_file_is_refused_before_any_work(studio: Studio) -> None:
    path = studio.create("tools", "find")
    large = {**FIND, "description": "x" * 300_000}

    answers = [
        studio.put(f"{path}/draft", {"content": large}, seen=1),
        studio.post("tools/check", {"content": large}),
    ]

    assert [code_of(each) for each in answers] == [(413, "body_too_large")] * 2
    assert studio.get(path).json()["draft"]["revision"] == 1
