"""GET /runs/{id}/snapshot: a run as of one event, from which the events lead on to the same view."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
import redis
from django.test import Client
from people import People, hashes
from rest_world import EVERY_TABLE, Card, assert_described, code_of, queries_of
from world import World, reply, running, script

from baton.core.ids import new_id
from baton.live import open_text
from baton.live.bus import partial_key
from baton.ops.embedded.valkey import EmbeddedValkey
from orchestration.engine.events import Record
from orchestration.engine.projection import fold
from orchestration.selectors import snapshot as snapshots

PATH = "/api/v1/runs"


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice, ["runs:read"])


@pytest.fixture(scope="module")
def valkey() -> Iterator[redis.Redis]:
    with EmbeddedValkey() as server:
        yield redis.Redis.from_url(server.url)


def records_of(client: Client, run: Any, after: int = 0) -> list[Record]:
    """Every event after a seq, page by page, as a browser reads them."""
    records: list[Record] = []
    while True:
        page = client.get(f"{PATH}/{run}/events", {"after": after, "limit": 3}).json()
        records += [Record(each["seq"], each["kind"], each["payload"], each["at"]) for each in page["events"]]
        after = records[-1].seq if records else after
        if after >= page["last_seq"]:
            return records


def test_a_snapshot_is_the_fold_of_the_events_up_to_its_seq(client: Client, card: Card) -> None:
    response = client.get(f"{PATH}/{card.run}/snapshot")

    assert response.status_code == 200
    assert_described(response)
    snapshot = response.json()
    records = records_of(client, card.run)
    assert snapshot["seq"] == snapshot["last_seq"] == records[-1].seq
    assert snapshot["truncated"] is False
    assert snapshot["partial"] is None
    assert snapshot["view"] == fold(records).to_json()
    assert snapshot["view"]["status"] == "waiting"


@pytest.mark.requirement("promises 4.16")
@pytest.mark.parametrize("rows", [1, 2, 3, 5])
def test_a_run_too_long_for_one_answer_is_cut_where_its_events_lead_on(
    north: World, client: Client, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    tool = north.add_tool("read", effect_class="read_only")
    replies = script(*[reply(("read", {"n": n})) for n in range(4)], reply(text="Done."))
    run = north.start(north.add_agent(tools=[tool], connection=north.add_connection(script=replies)))
    with running(north.database):
        north.wait_for(run, "completed")
    monkeypatch.setattr(snapshots, "MOST_ROWS", rows)

    response = client.get(f"{PATH}/{run}/snapshot")

    assert_described(response)
    snapshot = response.json()
    view = snapshot["view"]
    assert snapshot["truncated"] is True
    assert snapshot["seq"] == view["last_seq"] < snapshot["last_seq"]
    assert len(view["steps"]) + len(view["calls"]) + len(view["approvals"]) <= rows
    rest = records_of(client, run, snapshot["seq"])
    assert rest[0].seq == snapshot["seq"] + 1
    first = [each for each in records_of(client, run) if each.seq <= snapshot["seq"]]
    assert fold([*first, *rest]).status == "completed"
    assert fold(first).to_json() == view


def test_many_bytes_of_events_are_cut_as_many_rows_are(
    client: Client, card: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "MOST_BYTES", 1)

    snapshot = client.get(f"{PATH}/{card.run}/snapshot").json()

    # A view of nothing would be no snapshot: the first event is always in it.
    assert (snapshot["seq"], snapshot["truncated"]) == (1, True)
    assert snapshot["view"]["agent"] is not None


def test_events_are_read_in_chunks(client: Client, card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = client.get(f"{PATH}/{card.run}/snapshot").json()

    for size in (1, 2, 3):
        monkeypatch.setattr(snapshots, "_CHUNK", size)
        assert client.get(f"{PATH}/{card.run}/snapshot").json() == whole


def test_reading_takes_a_fixed_number_of_queries(client: Client, card: Card) -> None:
    assert queries_of(lambda: client.get(f"{PATH}/{card.run}/snapshot")) == 2


def test_a_long_text_stays_a_reference(north: World, client: Client) -> None:
    run = north.start(north.add_agent(), "x" * 9000)

    response = client.get(f"{PATH}/{run}/snapshot")

    assert_described(response)
    assert response.json()["view"]["input"]["size"] == 9000


@pytest.fixture
def writing(north: World) -> tuple[Any, str]:
    """A run whose model call is under way, as its events say."""
    run, step = north.start(north.add_agent()), str(new_id())
    payload = {"step": step, "number": 1, "model": "m", "provider": "scripted"}
    north.owner(
        "insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload, at)"
        " values (%s, 2, %s, 'model_call_started', %s, now())",
        [run, north.organization, orjson.dumps(payload).decode()],
    )
    north.owner("update orchestration_run set last_seq = 2 where id = %s", [run])
    return run, step


def test_the_text_that_is_being_written_comes_along(
    client: Client, writing: tuple[Any, str], valkey: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, step = writing
    monkeypatch.setattr(open_text, "_client", lambda: valkey)
    kept = {"attempt": 1, "offset": 4, "text": "Größe 🎺"}
    valkey.set(partial_key(str(run), step), orjson.dumps(kept))

    response = client.get(f"{PATH}/{run}/snapshot")

    assert_described(response)
    assert response.json()["partial"] == {"step": step, **kept}


@pytest.mark.parametrize("kept", [b"", b"[]", b"{}", b'{"attempt":"x","offset":0,"text":""}', b"\xff"])
def test_what_cannot_be_read_of_it_is_left_out(
    client: Client,
    writing: tuple[Any, str],
    valkey: redis.Redis,
    monkeypatch: pytest.MonkeyPatch,
    kept: bytes,
) -> None:
    run, step = writing
    monkeypatch.setattr(open_text, "_client", lambda: valkey)
    valkey.set(partial_key(str(run), step), kept)

    assert client.get(f"{PATH}/{run}/snapshot").json()["partial"] is None


def test_without_valkey_only_the_animation_is_missing(
    client: Client, writing: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run, _ = writing
    nowhere = redis.Redis(port=1, socket_connect_timeout=0.2)
    monkeypatch.setattr(open_text, "_client", lambda: nowhere)

    response = client.get(f"{PATH}/{run}/snapshot")

    assert (response.status_code, response.json()["partial"]) == (200, None)
    assert response.json()["view"]["steps"][0]["state"] == "executing"


@pytest.mark.parametrize("name", ["alice", "bob", "rita", "vera"])
def test_every_member_reads_snapshots(people: People, north: World, name: str) -> None:
    run = north.start(north.add_agent())

    assert people.signed_in(getattr(people, name)).get(f"{PATH}/{run}/snapshot").status_code == 200


def test_an_outsider_reads_none(people: People, north: World) -> None:
    run = north.start(north.add_agent())

    assert code_of(Client().get(f"{PATH}/{run}/snapshot"))[0] == 401
    outsider = people.signed_in(people.charlie)
    assert code_of(outsider.get(f"{PATH}/{run}/snapshot")) == (404, "not_found")


@pytest.mark.requirement("promise P24")
def test_a_run_of_another_organization_is_as_none_at_all(people: People, north: World, card: Card) -> None:
    outside = people.with_key(people.charlie, ["runs:read"])

    assert code_of(outside.get(f"{PATH}/{card.run}/snapshot")) == (404, "not_found")
    assert code_of(outside.get(f"{PATH}/{new_id()}/snapshot")) == (404, "not_found")


def test_a_key_without_the_scope_reads_none(people: People, north: World) -> None:
    run = north.start(north.add_agent())
    client = people.with_key(people.alice, ["agents:read", "approvals:read"])

    assert code_of(client.get(f"{PATH}/{run}/snapshot")) == (403, "insufficient_scope")


def test_reading_changes_nothing(people: People, client: Client, card: Card) -> None:
    before = hashes(people.database, *EVERY_TABLE)
    assert client.get(f"{PATH}/{card.run}/snapshot").status_code == 200
    assert hashes(people.database, *EVERY_TABLE) == before
