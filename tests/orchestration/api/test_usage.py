"""GET /usage: sums of attempts by day, agent, model and connection, for one project and in its zone's days."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from people import People
from rest_world import assert_described, code_of
from world import World, reply, running, script

from baton.core.ids import new_id
from baton.tenancy.scope import organization_scope
from orchestration.selectors import usage
from orchestration.selectors.usage import usage_report
from orchestration.selectors.usage_period import read_period

PATH = "/api/v1/usage"
PRICE = {"provider": "scripted", "model": "nord-1", "from": "2026-01-01", "currency": "EUR"}
NOTHING: dict[str, Any] = {
    "attempts": 0,
    "failed": 0,
    "usage": {"input": 0, "cached": 0, "output": 0, "reasoning": 0, "unknown": 0},
    "cost": {"amounts": {}, "unknown": 0},
}


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice, ["runs:read"])


def report(client: Client, **filters: Any) -> dict[str, Any]:
    response = client.get(PATH, filters)
    assert response.status_code == 200, response.content
    assert_described(response)
    told: dict[str, Any] = response.json()
    return told


def spend(world: World, run: UUID, at: datetime, **columns: Any) -> None:
    """An attempt as the journal writes it, at an instant of the test's choice."""
    row = {
        "run_id": run, "step_id": new_id(), "number": 1, "organization_id": world.organization,
        "state": "succeeded", "provider": "openai_chat", "model": "gpt-4o", "duration_ms": 5, "ended_at": at,
        "input_tokens": 100, "cached_tokens": 40, "output_tokens": 10, "reasoning_tokens": 4,
        "currency": "USD", "cost_nano": 1_000, **columns,
    }  # fmt: skip
    names, places = ", ".join(row), ", ".join(["%s"] * len(row))
    world.owner(f"insert into orchestration_attempt ({names}) values ({places})", list(row.values()))


def start(world: World, name: str = "desk") -> UUID:
    return world.start(world.add_agent(name), requester=next(iter(world.people)))


def set_zone(world: World, zone: str) -> None:
    world.owner("update tenancy_organization set time_zone = %s where id = %s", [zone, world.organization])


def later(days: int = 1) -> date:
    """A day after every run of a test has begun."""
    return datetime.now(UTC).date() + timedelta(days=days)


def added(rows: list[dict[str, Any]]) -> dict[str, Any]:
    total: dict[str, Any] = {"attempts": 0, "failed": 0, "usage": dict.fromkeys(NOTHING["usage"], 0)}
    cost: dict[str, Any] = {"amounts": {}, "unknown": 0}
    for row in rows:
        total["attempts"] += row["attempts"]
        total["failed"] += row["failed"]
        for name in total["usage"]:
            total["usage"][name] += row["usage"][name]
        for currency, nano in row["cost"]["amounts"].items():
            cost["amounts"][currency] = cost["amounts"].get(currency, 0) + nano
        cost["unknown"] += row["cost"]["unknown"]
    return {**total, "cost": cost}


def test_an_empty_project_used_nothing_in_its_last_thirty_days(north: World, client: Client) -> None:
    told = report(client)

    assert told["rows"] == []
    assert told["total"] == NOTHING
    assert not told["rows_are_capped"]
    assert (told["by"], told["time_zone"]) == ("day", "UTC")
    assert date.fromisoformat(told["to"]) - date.fromisoformat(told["from"]) == timedelta(days=29)


@pytest.mark.requirement("features I12")
def test_what_a_run_shows_is_what_the_report_adds_up(people: People, north: World, client: Client) -> None:
    north.set_prices([PRICE | {"input": "1.25", "cached": "0.625", "output": "10"}])
    counted = {"input": 262_960, "cached": 257_955, "output": 1_744, "reasoning": 700}
    replies = script({**reply(text="Done."), "usage": counted})
    place = north.add_connection(script=replies)
    version = north.add_agent("reader", connection=place, model="nord-1")
    run = north.start(version)
    with running(north.database):
        north.wait_for(run, "completed")

    shown = client.get(f"/api/v1/runs/{run}").json()
    sums = {
        "attempts": 1,
        "failed": 0,
        "usage": counted | {"unknown": 0},
        "cost": {"amounts": {"EUR": 184_918_125}, "unknown": 0},
    }

    assert {name: shown[name] for name in ("usage", "cost")} == {
        name: sums[name] for name in ("usage", "cost")
    }
    (step,) = shown["steps"]
    (attempt,) = step["attempts"]
    assert attempt["usage"] == step["usage"] == shown["usage"]
    assert attempt["cost"] == step["cost"] == shown["cost"]
    assert (attempt["provider"], attempt["model"]) == ("scripted", "nord-1")
    assert shown["tokens_used"] == counted["input"] + counted["output"]
    none = {"day": None, "agent": None, "model": None, "connection": None}
    about = {
        "day": {"day": report(client)["to"]},
        "agent": {"agent": {"id": str(north.run(run)["agent_id"]), "name": "reader"}},
        "model": {"model": {"provider": "scripted", "name": "nord-1"}},
        "connection": {"connection": {"id": str(place), "name": f"c{place.hex[-10:]}"}},
    }
    for by, named in about.items():
        told = report(client, by=by)
        assert told["rows"] == [none | named | sums]
        assert told["total"] == sums


def test_a_changed_price_changes_nothing_that_is_recorded(north: World, client: Client) -> None:
    north.set_prices([PRICE | {"input": "1", "output": "1"}])
    spends = script({**reply(text="Done."), "usage": {"input": 1_000, "output": 0}})
    version = north.add_agent(connection=north.add_connection(script=spends), model="nord-1")
    first, second = north.start(version), None
    with running(north.database):
        north.wait_for(first, "completed")
        before = report(client)["total"]["cost"]
        north.set_prices([PRICE | {"input": "3", "output": "1"}])
        assert report(client)["total"]["cost"] == before == {"amounts": {"EUR": 1_000_000}, "unknown": 0}
    second = north.start(version)
    with running(north.database):
        north.wait_for(second, "completed")

    costs = [client.get(f"/api/v1/runs/{run}").json()["cost"]["amounts"] for run in (first, second)]
    assert costs == [{"EUR": 1_000_000}, {"EUR": 3_000_000}]
    assert report(client)["total"]["cost"] == {"amounts": {"EUR": 4_000_000}, "unknown": 0}


@pytest.mark.requirement("case S07")
@pytest.mark.parametrize(
    "zone", ["UTC", "Asia/Tokyo", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu"]
)
def test_a_day_is_one_of_the_organization_s_zone_and_the_days_add_up(
    north: World, client: Client, zone: str
) -> None:
    set_zone(north, zone)
    run, day = start(north), later(3)
    for on, hour, minute in (
        (day, 23, 30),
        (day + timedelta(days=1), 0, 30),
        (day + timedelta(days=1), 23, 59),
    ):
        spend(north, run, datetime(on.year, on.month, on.day, hour, minute, tzinfo=ZoneInfo(zone)))

    told = report(client, **{"from": day.isoformat(), "to": (day + timedelta(days=1)).isoformat()})

    assert told["time_zone"] == zone
    assert [(row["day"], row["attempts"]) for row in told["rows"]] == [
        (day.isoformat(), 1),
        ((day + timedelta(days=1)).isoformat(), 2),
    ]
    assert added(told["rows"]) == told["total"]
    days = [report(client, **{"from": each["day"], "to": each["day"]})["total"] for each in told["rows"]]
    assert days == [added([row]) for row in told["rows"]]


def test_a_day_on_which_the_clocks_change_has_all_of_its_hours(north: World, client: Client) -> None:
    set_zone(north, "Europe/Berlin")
    run, day = start(north), later()
    while midnight(day + timedelta(days=1)) - midnight(day) != timedelta(hours=25):
        day += timedelta(days=1)
    spend(north, run, midnight(day))
    spend(north, run, midnight(day) + timedelta(hours=24, minutes=59))
    spend(north, run, midnight(day) + timedelta(hours=25))

    told = report(client, **{"from": day.isoformat(), "to": day.isoformat()})

    assert [(row["day"], row["attempts"]) for row in told["rows"]] == [(day.isoformat(), 2)]


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)


@pytest.mark.requirement("case S01")
@pytest.mark.requirement("case S10")
def test_unknown_is_counted_beside_the_sums_and_currencies_stay_apart(north: World, client: Client) -> None:
    run, at = start(north), datetime.now(UTC) + timedelta(minutes=1)
    unknown = {"input_tokens": None, "cached_tokens": None, "output_tokens": None, "reasoning_tokens": None}
    nothing = dict.fromkeys(unknown, 0)
    free = {"currency": None, "cost_nano": None}
    spend(north, run, at)
    spend(north, run, at, currency="EUR", cost_nano=7)
    spend(north, run, at, state="failed", code="invalid_request")
    spend(north, run, at, **unknown, **free, state="failed", code="malformed_stream")
    spend(north, run, at, **nothing, currency=None, cost_nano=0, state="failed", code="provider_rate_limited")
    spend(north, run, at, **free)

    total = report(client, to=later().isoformat())["total"]

    assert total == {
        "attempts": 6,
        "failed": 3,
        "usage": {"input": 400, "cached": 160, "output": 40, "reasoning": 16, "unknown": 1},
        "cost": {"amounts": {"EUR": 7, "USD": 2_000}, "unknown": 2},
    }


def test_what_used_the_most_stands_first_and_the_total_is_of_all(
    north: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usage, "MOST_ROWS", 2)
    run, at = start(north), datetime.now(UTC) + timedelta(minutes=1)
    for n, model in enumerate(("small", "large", "middle")):
        spend(north, run, at, model=model, input_tokens=(1, 300, 20)[n], cost_nano=1)

    told = report(client, by="model", to=later().isoformat())

    assert [row["model"]["name"] for row in told["rows"]] == ["large", "middle"]
    assert told["rows_are_capped"]
    assert (told["total"]["attempts"], told["total"]["usage"]["input"]) == (3, 321)


def test_a_connection_that_is_gone_or_was_never_recorded_is_still_counted(
    north: World, client: Client
) -> None:
    run, at, gone = start(north), datetime.now(UTC) + timedelta(minutes=1), new_id()
    spend(north, run, at, connection_id=gone)
    spend(north, run, at)

    rows = report(client, by="connection", to=later().isoformat())["rows"]

    assert {(row["connection"] or {}).get("id"): row["attempts"] for row in rows} == {str(gone): 1, None: 1}
    assert all((row["connection"] or {}).get("name") is None for row in rows)


@pytest.mark.requirement("promise P24")
def test_nobody_sums_up_another_organization_or_project(
    people: People, north: World, south: World, client: Client
) -> None:
    at = datetime.now(UTC) + timedelta(minutes=1)
    other = World(north.database, organization=north.organization, people=north.people)
    other.project = people.add_project(people.north, "second")
    for world, times in ((north, 1), (other, 2), (south, 3)):
        run = start(world, f"{new_id()}")
        for _ in range(times):
            spend(world, run, at)

    for by in usage.UsageBy:
        told = report(client, by=by.value, to=later().isoformat())
        assert told["total"]["attempts"] == sum(row["attempts"] for row in told["rows"]) == 1
    assert report(people.with_key(people.charlie), to=later().isoformat())["total"]["attempts"] == 3
    foreign = people.signed_in(people.charlie).get(
        PATH, headers={"Baton-Project": str(people.north.project_id)}
    )
    assert foreign.status_code in (403, 404)


@pytest.mark.parametrize(
    "query",
    [
        "from=2026-13-01", "from=20261101", "from=2026-W44-7", "from=1999-12-31", "to=3000-01-01", "by=week", "by=",
        "from=2026-11-02&to=2026-11-01", "from=2025-01-01&to=2026-02-05", "from=2026-11-01&from=2026-11-02",
        "from=0001-01-01&to=0001-01-02", "project=1", "to=%00",
    ],
)  # fmt: skip
def test_a_period_that_is_none_is_refused(client: Client, query: str) -> None:
    assert code_of(client.get(f"{PATH}?{query}")) == (400, "invalid_filter")


@pytest.mark.parametrize("query", ["from=2025-01-01&to=2026-02-04", "from=2000-01-01&to=2000-01-01", "to=2000-01-01",
                                   "from=2999-12-31", "from=2999-12-31&to=2999-12-31"])  # fmt: skip
def test_the_longest_and_the_outermost_periods_are_answered(north: World, client: Client, query: str) -> None:
    for zone in ("UTC", "Pacific/Kiritimati", "America/New_York"):
        set_zone(north, zone)
        assert client.get(f"{PATH}?{query}").status_code == 200


def test_a_key_that_may_not_read_runs_reads_no_usage(people: People) -> None:
    client = people.with_key(people.alice, ["agents:read"])

    assert code_of(client.get(PATH)) == (403, "insufficient_scope")


def test_only_the_months_of_possible_runs_are_looked_at(north: World) -> None:
    """Partitions are by the month of the run: months after the period hold none of its attempts."""
    period = read_period(None, None, "UTC", datetime.now(UTC))
    with organization_scope(north.organization), CaptureQueriesContext(connection) as captured:
        usage_report(north.organization, north.project, period, "day")
    statement = next(each["sql"] for each in captured if "orchestration_attempt" in each["sql"])

    plan = "\n".join(str(row) for row in north.owner("explain " + statement.replace("%", "%%")))

    this = datetime.now(UTC).replace(day=1)
    following = (this + timedelta(days=32)).strftime("%Y%m")
    assert f"orchestration_attempt_{this:%Y%m}" in plan
    assert f"orchestration_attempt_{following}" not in plan
