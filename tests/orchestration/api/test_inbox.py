"""GET /approvals by urgency and by filters, GET /approvals/counts: what the inbox asks for."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from people import People, hashes
from rest_world import EVERY_TABLE, Card, assert_described, code_of, decide, queries_of
from world import World

from baton.core.clock import to_rfc3339
from baton.core.ids import new_id
from baton.tenancy.scope import organization_scope
from orchestration.selectors.approvals import ApprovalFilter, approvals_of

PATH = "/api/v1/approvals"
COUNTS = f"{PATH}/counts"


def add_card(
    world: World,
    like: Card,
    *,
    minutes: float = 600,
    state: str = "pending",
    run_status: str = "waiting",
    held: bool = False,
    **card: Any,
) -> str:
    """One more waiting run with one more card, as rows like those of a real one."""
    run, call, approval = new_id(), new_id(), new_id()
    for table, column, source, changes in (
        ("run", "id", like.run, {"id": run, "status": run_status}),
        ("toolcall", "run_id", like.run, {"id": call, "run_id": run}),
        (
            "approval",
            "id",
            like.approval,
            {"id": approval, "run_id": run, "call_id": call, "state": state,
             "expires_at": to_rfc3339(datetime.now(UTC) + timedelta(minutes=minutes))},
        ),
    ):  # fmt: skip
        world.owner(
            f"insert into orchestration_{table} select (jsonb_populate_record(null::orchestration_{table},"
            f" to_jsonb(t) || %s::jsonb)).* from orchestration_{table} t where {column} = %s",
            [json.dumps(changes, default=str), source],
        )
    world.owner(
        "update orchestration_approval set card = card || %s::jsonb where id = %s",
        [json.dumps(card), approval],
    )
    if held:
        world.owner(
            "insert into orchestration_helddecision select %s, organization_id, 'approve', digest, '', 'user',"
            " %s, 'Rita', now(), now() + interval '5 s' from orchestration_approval where id = %s",
            [approval, world.people["rita"].id, approval],
        )
    return str(approval)


def listed(client: Client, **filters: Any) -> list[str]:
    response = client.get(PATH, filters)
    assert response.status_code == 200, response.content
    assert_described(response)
    return [item["id"] for item in response.json()["items"]]


def counted(client: Client, **filters: Any) -> dict[str, int]:
    response = client.get(COUNTS, filters)
    assert response.status_code == 200, response.content
    assert_described(response)
    return dict(response.json())


@pytest.fixture
def rita(people: People) -> Client:
    return people.signed_in(people.rita)


def test_urgent_first_is_what_is_pending_by_its_expiry(north: World, rita: Client, card: Card) -> None:
    soon, later, gone = (add_card(north, card, minutes=n) for n in (5, 10, 7))
    north.owner("update orchestration_approval set state = 'expired' where id = %s", [gone])

    assert listed(rita, sort="urgent") == [soon, later, str(card.approval)]
    assert listed(rita, sort="urgent", state="pending") == [soon, later, str(card.approval)]
    assert listed(rita, sort="newest") == listed(rita) == [gone, later, soon, str(card.approval)]


def test_the_urgent_ones_come_in_pages_that_lose_none_of_the_same_instant(
    north: World, rita: Client, card: Card
) -> None:
    cards = [add_card(north, card, minutes=n // 4) for n in range(12)]
    north.owner("update orchestration_approval set expires_at = date_trunc('minute', expires_at)")
    seen: list[str] = []
    query: dict[str, Any] = {"sort": "urgent", "limit": 5}

    while True:
        page = rita.get(PATH, query).json()
        seen += [item["id"] for item in page["items"]]
        if page["next_cursor"] is None:
            break
        query["cursor"] = page["next_cursor"]

    assert len(seen) == len(set(seen))
    assert {*seen} == {*cards, str(card.approval)}
    assert seen == listed(rita, sort="urgent")
    first = rita.get(PATH, {"sort": "urgent", "limit": 5}).json()["next_cursor"]
    assert code_of(rita.get(PATH, {"limit": 5, "cursor": first})) == (400, "invalid_cursor")


@pytest.mark.requirement("promises 7.14")
@pytest.mark.parametrize(
    "query",
    [
        "sort=oldest", "sort=urgent,newest", "sort=urgent&state=approved", "sort=urgent&state=pending,expired",
        "risk=huge", "risk=", "decided_by=rita", "decided_by=me", "q=", "tool=", f"q={'x' * 201}", "held=true",
    ],
)  # fmt: skip
def test_a_filter_that_cannot_be_meant_is_refused(rita: Client, query: str) -> None:
    assert code_of(rita.get(f"{PATH}?{query}")) == (400, "invalid_filter")


def test_filters_by_risk_tool_and_decider(people: People, north: World, rita: Client, card: Card) -> None:
    low, medium = add_card(north, card, risk="low"), add_card(north, card, risk="medium", tool="mail")
    decide(rita, card)

    assert listed(rita, risk="high") == [str(card.approval)]
    assert listed(rita, risk="low,medium") == [medium, low]
    assert listed(rita, tool="mail") == [medium]
    assert listed(rita, tool="mai") == []
    assert listed(rita, decided_by=str(people.rita.id)) == [str(card.approval)]
    assert listed(rita, decided_by=str(people.alice.id)) == []
    assert listed(rita, state="approved", decided_by=str(people.rita.id), risk="low") == []
    assert listed(rita, risk="low", sort="urgent") == [low]


def test_every_word_must_stand_somewhere_in_the_card(
    people: People, north: World, rita: Client, card: Card
) -> None:
    other = add_card(
        north,
        card,
        sentence="Send 50 % off to Zoë O'Brien_",
        tool="mail",
        arguments={"to": "zoë@example.org", "deep": {"note": "torn seam"}},
    )

    assert listed(rita, q="50 % zoë") == [other]
    assert listed(rita, q="ZOË") == [other]
    assert listed(rita, q="torn mail") == [other]
    assert listed(rita, q="o'brien_") == [other]
    assert listed(rita, q="alice") == [other, str(card.approval)]
    assert listed(rita, q="refund a-1") == [str(card.approval)]
    assert listed(rita, q="refund torn") == []
    assert listed(rita, q="%") == [other]
    assert listed(rita, q="a_1") == []
    assert listed(rita, q="'; drop table orchestration_approval --") == []


def test_risk_and_grace_of_a_card_from_before_there_were_any(north: World, rita: Client, card: Card) -> None:
    north.owner(
        "update orchestration_approval set card = card - 'risk' - 'grace_seconds' - 'method' - 'url_path'"
    )

    shown = rita.get(card.path)

    assert_described(shown)
    assert (shown.json()["risk"], shown.json()["grace_seconds"]) == ("high", 0)
    assert (shown.json()["method"], shown.json()["url_path"]) == (None, None)
    assert listed(rita, risk="high") == [str(card.approval)]
    north.owner("update orchestration_approval set card = jsonb_set(card, '{effect_class}', '\"keyed\"')")
    assert listed(rita, risk="high") == []
    assert counted(rita)["high"] == 0
    assert listed(rita, risk="medium") == [str(card.approval)]


def test_the_card_says_what_the_call_becomes(people: People, north: World, rita: Client, card: Card) -> None:
    response = rita.get(card.path)

    assert_described(response)
    shown = response.json()
    assert (shown["method"], shown["host"], shown["url_path"]) == ("POST", "shop.example", "/do")
    assert shown["input_schema"] == {"type": "object", "properties": {}, "additionalProperties": True}
    assert (shown["risk"], shown["grace_seconds"], shown["held"]) == ("high", 0, None)
    assert queries_of(lambda: rita.get(card.path)) == 1


def test_counts_say_what_waits_and_for_whom(people: People, north: World, rita: Client, card: Card) -> None:
    add_card(north, card, minutes=5, risk="low")
    add_card(north, card, minutes=-1, risk="low")
    add_card(north, card, run_status="needs_attention", risk="medium")
    add_card(north, card, held=True)
    add_card(north, card, state="rejected")

    assert counted(rita) == {
        "pending": 5,
        "mine": 2,
        "high": 2,
        "expiring": 2,
        "decided_today_by_me": 0,
    }
    for name in ("bob", "vera"):
        browser = people.signed_in(getattr(people, name))
        assert counted(browser)["mine"] == 0
        assert counted(browser)["pending"] == 5
    assert counted(people.with_key(people.alice, ["approvals:read"]))["mine"] == 0
    assert counted(people.with_key(people.alice, ["approvals:read", "approvals:decide"]))["mine"] == 2


def test_counts_agree_with_the_lists(people: People, north: World, rita: Client, card: Card) -> None:
    for n in range(7):
        add_card(north, card, risk=["low", "medium", "high"][n % 3])

    counts = counted(rita)

    assert counts["pending"] == len(listed(rita, state="pending"))
    assert counts["high"] == len(listed(rita, state="pending", risk="high"))


def test_my_decisions_of_today_are_mine_and_of_today(
    people: People, north: World, rita: Client, card: Card
) -> None:
    decide(rita, card)
    earlier = to_rfc3339(datetime.now(UTC) - timedelta(minutes=1))
    in_a_minute = to_rfc3339(datetime.now(UTC) + timedelta(minutes=1))

    assert counted(rita)["decided_today_by_me"] == 1
    assert counted(rita, since=earlier)["decided_today_by_me"] == 1
    assert counted(rita, since=in_a_minute)["decided_today_by_me"] == 0
    assert counted(people.signed_in(people.alice))["decided_today_by_me"] == 0
    north.owner("update orchestration_approval set decided_at = now() - interval '2 days'")
    assert counted(rita)["decided_today_by_me"] == 0


@pytest.mark.requirement("promise P24")
def test_counts_of_another_organization_or_project_are_not_seen(
    people: People, north: World, south: World, card: Card
) -> None:
    outside = people.with_key(people.charlie)
    second = {"Baton-Project": str(people.add_project(people.north, "second"))}
    nothing = dict.fromkeys(("pending", "mine", "high", "expiring", "decided_today_by_me"), 0)
    before = hashes(people.database, *EVERY_TABLE)

    assert counted(outside) == nothing
    assert people.signed_in(people.rita).get(COUNTS, headers=second).json() == nothing
    browser = people.signed_in(people.charlie)
    assert browser.get(COUNTS, headers={"Baton-Project": str(people.north.project_id)}).status_code == 404
    assert Client().get(COUNTS).status_code == 401
    assert code_of(people.with_key(people.alice, ["runs:read"]).get(COUNTS)) == (403, "insufficient_scope")
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.parametrize("query", ["since=today", "state=pending", "since=2026-01-01"])
def test_counts_take_one_instant_and_nothing_else(rita: Client, query: str) -> None:
    assert code_of(rita.get(f"{COUNTS}?{query}")) == (400, "invalid_filter")


def test_lists_and_counts_take_a_fixed_number_of_queries(north: World, rita: Client, card: Card) -> None:
    asked = [
        lambda: rita.get(PATH, {"sort": "urgent"}),
        lambda: rita.get(PATH, {"q": "refund", "risk": "high", "tool": "refund"}),
        lambda: rita.get(COUNTS),
    ]
    few = [queries_of(each) for each in asked]
    for n in range(30):
        add_card(north, card, held=n % 2 == 0)

    assert [queries_of(each) for each in asked] == few == [1, 1, 2]


def test_the_urgent_order_and_my_decisions_are_served_by_their_indexes(
    people: People, north: World, card: Card
) -> None:
    """A page of the most urgent reads as many rows as it shows, of thousands that wait and thousands that are
    over."""
    add_many(north, card, 3000)

    urgent = plan_of(people, ApprovalFilter(states=["pending"]), "expires_at", "id")
    mine = plan_of(people, ApprovalFilter(decided_by=people.rita.id), "-id")

    assert "approval_most_urgent" in urgent
    assert "Sort" not in urgent
    assert "approval_by_decider" in mine


def add_many(world: World, like: Card, number: int) -> None:
    """So many pending cards, each of a call of its own, and as many that Alice has decided."""
    world.owner(
        "create table many as select gen_random_uuid() as run, gen_random_uuid() as call,"
        f" gen_random_uuid() as approval from generate_series(1, {number})"
    )
    for table, column, source, changes in (
        ("run", "id", like.run, "'id', n.run"),
        ("toolcall", "run_id", like.run, "'id', n.call, 'run_id', n.run"),
        (
            "approval",
            "id",
            like.approval,
            "'id', n.approval, 'run_id', n.run, 'call_id', n.call,"
            " 'expires_at', now() + random() * interval '1 day'",
        ),
    ):
        world.owner(
            f"insert into orchestration_{table} select (jsonb_populate_record(null::orchestration_{table},"
            f" to_jsonb(t) || jsonb_build_object({changes}))).* from orchestration_{table} t, many n"
            f" where t.{column} = %s",
            [source],
        )
    world.owner(
        "insert into orchestration_approval select (jsonb_populate_record(null::orchestration_approval,"
        " to_jsonb(a) || jsonb_build_object('id', gen_random_uuid(), 'revision', n + 10, 'state', 'approved',"
        " 'decided_at', now(), 'decided_by_id', %s::text))).*"
        " from orchestration_approval a, generate_series(1, %s) n where a.id = %s",
        [str(world.people["alice"].id), number, like.approval],
    )
    world.database.rows("analyze", role="baton")


def plan_of(people: People, wanted: ApprovalFilter, *order: str) -> str:
    place = people.north
    rows = approvals_of(place.organization_id, place.project_id, wanted).order_by(*order)[:51]
    with organization_scope(place.organization_id), connection.cursor() as cursor:
        sql, params = rows.query.sql_with_params()
        cursor.execute(f"explain {sql}", params)
        return "\n".join(row[0] for row in cursor.fetchall())
