"""Publishing over REST: the next version, what it pins, rolling back, archiving; nothing half done."""

from typing import Any

from people import People, hashes
from rest_world import code_of, error_of, post
from studio import CONTENT, FIND, Studio

NAMED = ("agents", "orchestrations", "profiles", "tools")
ALL = (*NAMED, "policy", "prices")
TABLES = (
    "agents_agent", "agents_agentversion", "agents_trainingprofile", "agents_trainingprofileversion",
    "agents_tool", "agents_toolversion", "agents_toolpolicy", "agents_toolpolicyversion",
    "agents_pricetable", "agents_pricetableversion", "agents_draft",
)  # fmt: skip


def draft_of(studio: Studio, kind: str) -> str:
    """The path of an object with a draft that can be published."""
    if kind in NAMED:
        return studio.create(kind, "orders")
    assert studio.put(f"{kind}/draft", {"content": CONTENT[kind]}, seen=0).status_code == 200
    return kind


def test_a_published_draft_is_the_next_version_and_gone(studio: Studio, people: People) -> None:
    for kind in ALL:
        path = draft_of(studio, kind)
        before = studio.get(path).json()["version"] or 0

        published = studio.publish(path, notes="Because")

        shown = studio.get(path)
        detail = shown.json()
        assert published.status_code == 200, published.content
        assert published.json()["version"] == detail["version"] == before + 1
        assert published.json()["version_id"] == detail["version_id"]
        assert (detail["draft"], detail["notes"], shown["ETag"]) == (None, "Because", '"0"')
        assert detail["published_by"]["name"] == "Alice"
        version = studio.get(f"{path}/versions/{before + 1}").json()
        assert (version["content"], version["text"]) == (detail["content"], detail["text"])
        assert version["is_live"] is True
        checked = studio.post(f"{kind}/check", {"text": detail["text"]}).json()
        assert (checked["problems"], checked["content"]) == ([], detail["content"])
        numbers = [each["number"] for each in studio.get(f"{path}/versions").json()["items"]]
        assert numbers == list(range(before + 1, 0, -1))
        entry = people.database.rows("select action, detail from audit_auditentry order by id desc limit 1")[
            0
        ]
        assert entry["action"].endswith(":publish")
        assert (entry["detail"]["number"], entry["detail"]["notes"]) == (before + 1, "Because")


def test_what_cannot_be_published_changes_nothing(studio: Studio, people: People) -> None:
    for kind in ALL:
        path = draft_of(studio, kind)
        revision = studio.get(path).json()["draft"]["revision"]
        studio.put(f"{path}/draft", {"content": {**CONTENT[kind], "unknown": 1}}, seen=revision)
        before = hashes(people.database, *TABLES)

        wrong = studio.publish(path)
        stale = studio.post(f"{path}/publish", {"notes": ""}, seen=revision)
        blind = studio.post(f"{path}/publish", {"notes": ""})

        assert code_of(wrong) == (422, "invalid_definition")
        assert [each["pointer"] for each in error_of(wrong)["details"]["problems"]] == ["/unknown"]
        assert code_of(stale) == (412, "version_conflict")
        assert code_of(blind) == (428, "precondition_required")
        assert hashes(people.database, *TABLES) == before


def test_what_is_live_already_is_not_published_again(studio: Studio) -> None:
    for kind in ["agents", "profiles", "tools", "policy"]:
        path = studio.path_of(
            kind,
            {
                "agents": "refund-desk",
                "orchestrations": "office",
                "profiles": "refunds",
                "tools": "refund",
            }.get(kind, ""),
        )
        none = studio.post(f"{path}/publish", {}, seen=0)
        studio.edit(path)

        same = studio.publish(path)

        assert code_of(none) == code_of(same) == (409, "nothing_to_publish")
        assert studio.get(path).json()["version"] == 1
        assert studio.get(path).json()["draft"]["changed"] is False


def test_agents_that_use_a_tool_follow_it_only_when_asked(studio: Studio) -> None:
    tool, agent = studio.path_of("tools", "refund"), studio.path_of("agents", "refund-desk")
    draft = studio.edit(agent, description="New words")
    studio.edit(tool, description="Pay back")
    alone = studio.publish(tool).json()
    outdated = studio.get(agent).json()["outdated"]
    used_by = studio.get(tool).json()["used_by"]
    studio.edit(tool, description="Pay it back")

    together = studio.publish(tool, update_agents=True).json()

    assert alone["updated_agents"] == []
    assert outdated == [{"kind": "tool", "name": "refund", "uses": 1, "newest": 2}]
    assert [(each["kind"], each["version"], each["is_live"]) for each in used_by] == [
        ("agent", 1, False),
        ("policy", None, True),
    ]
    assert [(each["name"], each["version"]) for each in together["updated_agents"]] == [("refund-desk", 2)]
    shown = studio.get(agent).json()
    assert ([each["version"] for each in shown["tools"]], shown["outdated"]) == ([3], [])
    assert (shown["draft"]["revision"], shown["draft"]["base_number"]) == (draft.json()["revision"], 2)
    saved = studio.put(f"{agent}/draft", {"content": shown["content"], "base_number": 1}, seen=1)
    assert saved.status_code == 200


def test_agents_that_use_a_profile_follow_it_when_asked(studio: Studio) -> None:
    profile, agent = studio.path_of("profiles", "refunds"), studio.path_of("agents", "refund-desk")
    studio.edit(profile, instructions="Be kind.")

    updated = studio.publish(profile, update_agents=True).json()["updated_agents"]

    shown = studio.get(agent).json()
    assert [each["version"] for each in updated] == [shown["version"]] == [2]
    assert shown["profile_version"] == 2
    assert shown["instructions"].endswith("Be kind.")
    used = {each["name"]: each["used_by"] for each in studio.get("profiles").json()["items"]}
    assert used == {"checks": 2, "refunds": 1}


def test_updating_agents_needs_the_right_to_publish_them(studio: Studio, people: People) -> None:
    tool = studio.path_of("tools", "refund")
    studio.edit(tool, description="Pay back")
    limited = Studio(people.with_key(people.alice, ["tools:read", "tools:edit"]))

    refused = limited.publish(tool, update_agents=True)

    assert code_of(refused) == (403, "insufficient_scope")
    assert studio.get(tool).json()["version"] == 1
    assert limited.publish(tool).status_code == 200


def test_a_roll_back_is_the_next_version_with_the_earlier_content(studio: Studio) -> None:
    for kind in ALL:
        path = draft_of(studio, kind)
        studio.publish(path)
        first = studio.get(path).json()
        other: dict[str, Any] = {
            "agents": {"model": "other"},
            "orchestrations": {"on_failure": "continue"},
            "profiles": {"instructions": "Other."},
            "tools": {"description": "Other"},
            "policy": {"rules": []},
            "prices": {"prices": []},
        }[kind]
        studio.edit(path, **other)
        studio.publish(path)
        live = first["version"] + 1

        stale = studio.post(
            f"{path}/versions/{first['version']}/restore", {"notes": ""}, seen=first["version"]
        )
        missing = studio.post(f"{path}/versions/99999999999/restore", {"notes": ""}, seen=live)
        same = studio.post(f"{path}/versions/{live}/restore", {"notes": ""}, seen=live)
        back = studio.post(f"{path}/versions/{first['version']}/restore", {"notes": "Back"}, seen=live)

        assert code_of(stale) == (412, "version_conflict")
        assert missing.status_code == 404
        assert code_of(same) == (409, "nothing_to_publish")
        assert back.json()["version"] == live + 1
        shown = studio.get(path).json()
        assert (shown["content"], shown["notes"]) == (first["content"], "Back")


def test_an_agent_gets_back_the_very_versions_that_it_pinned(studio: Studio) -> None:
    tool, agent = studio.path_of("tools", "refund"), studio.path_of("agents", "refund-desk")
    studio.edit(tool, description="Pay back")
    studio.publish(tool, update_agents=True)

    studio.post(f"{agent}/versions/1/restore", {"notes": ""}, seen=2)

    shown = studio.get(agent).json()
    assert (shown["version"], [each["version"] for each in shown["tools"]]) == (3, [1])
    assert shown["outdated"][0]["newest"] == 2


def test_a_version_that_names_what_is_gone_is_not_restored(studio: Studio, people: People) -> None:
    agent = studio.path_of("agents", "refund-desk")
    studio.edit(agent, tools=[])
    studio.publish(agent)
    tool = studio.path_of("tools", "refund")
    assert studio.post(f"{tool}/archive").status_code == 200
    before = hashes(people.database, *TABLES)

    refused = studio.post(f"{agent}/versions/1/restore", {"notes": ""}, seen=2)

    assert code_of(refused) == (422, "invalid_definition")
    assert error_of(refused)["details"]["problems"][0]["code"] == "unknown_reference"
    assert hashes(people.database, *TABLES) == before


def test_a_withdrawn_version_is_replaced_even_by_an_equal_one(studio: Studio) -> None:
    tool = studio.path_of("tools", "refund")
    empty = studio.post(f"{tool}/versions/1/withdraw", {"reason": ""})

    withdrawn = studio.post(f"{tool}/versions/1/withdraw", {"reason": "It pays twice"}).json()
    listed = studio.get("tools").json()["items"][0]
    studio.edit(tool)
    published = studio.publish(tool)

    assert empty.status_code == 422
    assert withdrawn["withdrawn_at"] is not None
    assert listed["withdrawn"] is True
    assert published.json()["version"] == 2
    assert studio.get("tools").json()["items"][0]["withdrawn"] is False
    numbers = studio.get(f"{tool}/versions").json()["items"]
    assert [each["withdrawn_at"] is None for each in numbers] == [True, False]


def test_what_a_live_agent_uses_is_not_archived(studio: Studio, people: People) -> None:
    for kind in ["tools", "profiles"]:
        path = studio.path_of(kind, {"tools": "refund", "profiles": "refunds"}[kind])
        agent = studio.path_of("agents", "refund-desk")
        before = hashes(people.database, *TABLES)

        refused = studio.post(f"{path}/archive")

        assert code_of(refused) == (409, "in_use")
        assert [each["name"] for each in error_of(refused)["details"]["used_by"]] == ["refund-desk"]
        assert hashes(people.database, *TABLES) == before
        assert studio.post(f"{agent}/archive").json()["archived_at"] is not None
        assert studio.post(f"{path}/archive").json()["archived_at"] is not None
        back = studio.post(f"{agent}/unarchive")
        assert code_of(back) == (409, "archived")
        studio.post(f"{path}/unarchive")
        assert studio.post(f"{agent}/unarchive").json()["archived_at"] is None


def test_no_run_of_an_archived_agent_starts(studio: Studio, people: People) -> None:
    agent = studio.path_of("agents", "refund-desk")
    client = people.with_key(people.alice)
    studio.post(f"{agent}/archive")
    studio.post(f"{agent}/archive")

    refused = post(client, "/api/v1/runs", {"agent": "refund-desk", "input": "x"})

    assert code_of(refused) == (422, "invalid_reference")
    assert "archived" in error_of(refused)["message"]
    assert people.database.value("select count(*) from orchestration_run") == 0
    assert [each["name"] for each in studio.get("agents").json()["items"]] == ["checker", "writer"]
    archived = studio.get("agents", archived="true").json()["items"]
    assert [each["name"] for each in archived if each["archived_at"]] == ["refund-desk"]
    assert code_of(studio.put(f"{agent}/draft", {"content": {}}, seen=0)) == (409, "archived")
    studio.post(f"{agent}/unarchive")
    assert post(client, "/api/v1/runs", {"agent": "refund-desk", "input": "x"}).status_code == 201
    actions = people.database.rows(
        "select action from audit_auditentry where object_kind = 'agent' order by id"
    )
    assert [each["action"] for each in actions] == ["agents:archive", "agents:unarchive"]


def test_a_copy_is_a_draft_of_what_the_original_says(studio: Studio) -> None:
    for kind in NAMED:
        name = {
            "agents": "refund-desk",
            "orchestrations": "office",
            "profiles": "refunds",
            "tools": "refund",
        }[kind]
        path = studio.path_of(kind, name)

        copy = studio.post(f"{path}/duplicate", {"name": "copy"})
        twin = studio.post(f"{path}/duplicate", {"name": "copy"})

        assert copy.status_code == 201
        assert copy["Location"] == f"/api/v1/{kind}/{copy.json()['id']}"
        assert (copy.json()["version"], copy.json()["draft"]["problems"]) == (None, [])
        assert copy.json()["draft"]["content"] == studio.get(path).json()["content"]
        assert code_of(twin) == (409, "already_exists")


def test_a_new_agent_runs_as_it_was_drafted(studio: Studio, people: People) -> None:
    path = studio.create("agents", "deputy")
    client = people.with_key(people.alice)
    early = post(client, "/api/v1/runs", {"agent": "deputy", "input": "x"})

    published = studio.publish(path).json()

    assert code_of(early) == (422, "invalid_reference")
    run = post(client, "/api/v1/runs", {"agent": "deputy", "input": "x"}).json()
    assert (
        people.database.value(
            "select agent_version_id::text from orchestration_run where id = %s", [run["id"]]
        )
        == (published["version_id"])
    )


def test_a_policy_published_here_judges_from_then_on(studio: Studio, people: People) -> None:
    studio.put("policy/draft", {"content": {"rules": [{"deny": "refund", "because": "Not today"}]}}, seen=0)

    studio.publish("policy")

    rules = people.database.value(
        "select rules from agents_toolpolicy p join agents_toolpolicyversion v on v.id = p.live_version_id"
    )
    assert [(rule["outcome"], rule["tool"], rule["text"]) for rule in rules] == [
        ("deny", "refund", "Not today")
    ]


def test_prices_hold_that_come_with_baton_until_somebody_publishes_some(studio: Studio) -> None:
    before = studio.get("prices").json()
    assert (before["id"], before["version"], before["content"]) == (None, None, None)
    assert studio.post("prices/check", {"content": before["shipped"]["content"]}).json()["problems"] == []

    studio.put("prices/draft", {"text": before["shipped"]["text"]}, seen=0)

    assert studio.publish("prices").json()["version"] == 1
    assert studio.get("prices").json()["content"] == before["shipped"]["content"]


def test_a_key_in_the_idempotency_header_makes_one_object(studio: Studio, people: People) -> None:
    client = people.with_key(people.alice)
    body = {"name": "find", "content": FIND}

    answers = [post(client, "/api/v1/tools", body, Idempotency_Key="k") for _ in range(2)]

    assert [each.status_code for each in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
