"""The stage of the API bench: one database, Baton on its own server, and bare views on another of the same kind."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from bench.api_client import Ask
from database import ROOT, Cluster, TestDatabase
from live_server import live_server
from people import People
from rest_world import world_of
from web_server import WebServer
from world import World, reply, running, script

from baton.core.ids import new_id
from baton.ops.embedded.valkey import EmbeddedValkey

RUNS = 5_000
EVENTS = 400
_AGENT = "greeter"
_COPY_RUN = """
insert into orchestration_run select (jsonb_populate_record(r, jsonb_build_object('id', n.id))).*
  from orchestration_run r, unnest(%s::uuid[]) n(id) where r.id = %s
"""
_COPY_EVENT = """
insert into orchestration_traceevent
  select (jsonb_populate_record(e, jsonb_build_object('id', n.id, 'run_id', %s::uuid, 'seq', n.seq))).*
    from orchestration_traceevent e, unnest(%s::uuid[]) with ordinality n(id, seq)
    where e.run_id = %s and e.seq = 2
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """One endpoint of Baton and the bare view beside it."""

    name: str
    ours: Ask
    bare: Ask


@dataclass(frozen=True, slots=True)
class Stage:
    database: TestDatabase
    ours: WebServer
    bare: WebServer
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Data:
    """What the endpoints are asked about."""

    project: UUID
    key: str
    run: UUID
    """One of five steps, which has really run."""
    long: UUID
    """One with some hundred events."""


@contextmanager
def stage(cluster: Cluster) -> Iterator[Stage]:
    """Both servers, until the end of the block."""
    with cluster.copy() as database, EmbeddedValkey() as valkey, tempfile.TemporaryDirectory() as folder:
        data = fill(database)
        paths = f"{ROOT / 'platform'}:{ROOT}:{ROOT / 'tests'}"
        bare_environment = {
            "DJANGO_SETTINGS_MODULE": "bench.bare_settings", "BATON_ROLE": "owner", "PYTHONPATH": paths,
        }  # fmt: skip
        with (
            live_server(database, valkey.url, Path(folder)) as ours,
            live_server(database, valkey.url, Path(folder), **bare_environment) as bare,
        ):
            yield Stage(database, ours, bare, pairs_of(data))


def fill(database: TestDatabase) -> Data:
    """A run of five steps that really ran, thousands like it, and one with a long trace."""
    people = People(database).arrange()
    north = world_of(database, people.north, people.alice)
    north.add_agent(_AGENT, connection=north.add_connection(script=script(reply(text="Hello."))))
    run = _run_of_five_steps(north)
    copies = [new_id() for _ in range(RUNS)]
    database.rows(_COPY_RUN, [copies, run])
    ids = [new_id() for _ in range(EVENTS)]
    database.rows(_COPY_EVENT, [copies[0], ids, run])
    database.rows("analyze")
    return Data(people.north.project_id, people.key(people.alice), run, copies[0])


def _run_of_five_steps(north: World) -> UUID:
    tool = north.add_tool("look", effect_class="read_only")
    north.set_policy([{"tool": "*", "outcome": "allow", "text": "All."}])
    replies = script(reply(("look", {"order": "A-1"})), reply(text="The order is on its way. " * 10))
    version = north.add_agent(tools=[tool], connection=north.add_connection(script=replies))
    run = north.start(version, "Where is order A-1? " * 10)
    with running(north.database):
        north.wait_for(run, "completed")
    return run


def pairs_of(data: Data) -> tuple[Pair, ...]:
    """What is measured, in the order in which it is printed."""
    key = (f"Authorization: Bearer {data.key}",)
    new = json.dumps({"agent": _AGENT, "input": "hello"}).encode()
    return (
        Pair("constant", Ask("GET", "/healthz"), Ask("GET", "/constant")),
        Pair("retrieve", Ask("GET", f"/api/v1/runs/{data.run}", key), Ask("GET", f"/runs/{data.run}")),
        Pair("list of 50", Ask("GET", "/api/v1/runs", key), Ask("GET", f"/runs?project={data.project}")),
        Pair("create", Ask("POST", "/api/v1/runs", key, new), Ask("POST", "/runs", (), new)),
        Pair(
            "events, 200",
            Ask("GET", f"/api/v1/runs/{data.long}/events?limit=200", key),
            Ask("GET", f"/runs/{data.long}/events"),
        ),
    )
