"""A stage on which lines of the corpus are played: real runner, real journal, real database, real REST.

Three things only are not as in production: the model reads the line's reply (and what it is sent is kept),
tools answer without a network, and time passes by moving the instants that decide something. One second of a
line is a minute here, so that the moments a busy machine takes count for nothing. Run states come from a
trigger of the test's own, so that none is missed.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock
from uuid import UUID

from call_lines import WORLD
from database import TestDatabase
from mortal_runner import Effects, MortalRunner
from rest_framework.test import APIClient
from world import World

from agents_app.spec import CredentialRef, ToolSpec
from baton.core.ids import new_id
from baton.tenancy.actor import member
from baton.tenancy.roles import Role
from orchestration.engine.messages import Message
from orchestration.engine.ports import RequestedCall, ToolSchema
from orchestration.providers.scripted import scripts
from orchestration.providers.scripted.reading import user_texts
from orchestration.providers.scripted.script import ScriptedReply, replies_so_far

SCALE = 60
SCRIPT = "line of the corpus"
SECRET = "BATON_SECRET_SHOP"
SECRETS = {SECRET: "s3cret", f"{SECRET}_NEXT": "s3cret too"}
_WATCH = """
create table seen_status (n bigserial primary key, run uuid not null, status text not null);
create function note_status() returns trigger language plpgsql security definer as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    insert into public.seen_status (run, status) values (new.id, new.status);
  end if;
  return null;
end $$;
create trigger note_status after insert or update on orchestration_run
  for each row execute function note_status();
"""


class Model:
    """Answers each run from its own replies, and keeps what it was sent."""

    def __init__(self) -> None:
        self._replies: dict[str, Sequence[ScriptedReply]] = {}
        self.requests: dict[str, list[list[Message]]] = {}

    def learn(self, text: str, *replies: ScriptedReply) -> None:
        """What to answer to the run with this input."""
        self._replies[text] = replies
        self.requests[text] = []

    def __call__(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> ScriptedReply:
        text = user_texts(messages)[0]
        self.requests[text].append(list(messages))
        return self._replies[text][replies_so_far(messages)]


def with_calls(calls: Sequence[Mapping[str, Any]]) -> ScriptedReply:
    """A reply that asks for the calls of a line."""
    return ScriptedReply(
        calls=tuple(RequestedCall(each["provider_id"], each["name"], each.get("arguments")) for each in calls)
    )


class Stage:
    """One database and one runner for all lines; each line has an organization of its own."""

    def __init__(self, database: TestDatabase) -> None:
        self.database = database
        self.model = Model()
        self.effects = Effects()
        self.south = World(database).build()
        self.south.add_person("dee", "reviewer")
        self.client = APIClient(raise_request_exception=False)
        self.worker: MortalRunner | None = None
        self._dead: list[MortalRunner] = []
        with database.connect("baton") as connection:
            connection.execute(_WATCH)

    # Workers

    def start_worker(self) -> MortalRunner:
        if self.worker is None:
            self.worker = MortalRunner(self.database, self.effects)
        return self.worker

    def stop_worker(self) -> None:
        if self.worker is not None:
            self.worker.stop()
            self.worker = None

    def replace_worker(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Kill the worker, or take note of its death, and start another."""
        assert self.worker is not None
        self.worker.kill()
        self._dead.append(self.worker)
        self.worker = None
        meanwhile()
        self.start_worker()

    def bury(self) -> None:
        while self._dead:
            self._dead.pop().bury()

    def close(self) -> None:
        self.bury()
        self.stop_worker()

    # Arranging

    def world_for(self, people: Mapping[str, str]) -> World:
        """A new organization in which these people have these roles; dee works in another one."""
        world = World(self.database).build()
        for name, role in people.items():
            world.add_person(name, role)
        world.owner(
            "insert into agents_variable (id, organization_id, project_id, name, value)"
            " values (%s, %s, %s, 'SHOP_URL', 'https://shop.example')",
            [new_id(), world.organization, world.project],
        )
        world.owner(
            "insert into agents_credential (id, organization_id, project_id, name, host, header,"
            " secret_variable) values (%s, %s, %s, 'shop', 'shop.example', 'Authorization', %s)",
            [new_id(), world.organization, world.project, SECRET],
        )
        return world

    def add_tool(self, world: World, name: str) -> ToolSpec:
        """A tool of the corpus, which reaches its service by a variable and a credential of the project."""
        known = WORLD["tools"][name]
        tool = world.add_tool(
            name, effect_class=known["effect_class"], schema=known["schema"], url="{SHOP_URL}/do"
        )
        tool = tool.model_copy(update={"credential": CredentialRef(name="shop", host="shop.example")})
        world.change_tool(tool)
        return tool

    # Requests

    def post(self, world: World, who: str, path: str, body: Any, **headers: str) -> Any:
        """A request of a signed-in person, with the role they have now."""
        home = world if who in world.people else self.south
        person = home.people[who]
        [row] = home.owner(
            "select role from tenancy_membership where organization_id = %s and user_id = %s",
            [home.organization, person.id],
        )
        actor = member(
            user_id=person.id,
            name=person.name,
            organization_id=home.organization,
            project_id=home.project,
            role=Role(row["role"]),
        )
        self.client.force_authenticate(user=actor, token=actor)
        return self.client.post(f"/api/v1/{path}", body, format="json", headers=headers)

    def states_of(self, run: UUID) -> list[str]:
        rows = self.database.rows(
            "select status from seen_status where run = %s order by n", [run], role="baton"
        )
        return [row["status"] for row in rows]


def role_of(name: str, *, cancels: bool) -> str:
    """The corpus calls reviewer whoever may decide; to cancel as well takes an administrator."""
    role = str(WORLD["people"][name]["role"])
    return "admin" if cancels and role == "reviewer" else role


@contextmanager
def open_stage(database: TestDatabase) -> Iterator[Stage]:
    stage = Stage(database)
    with (
        mock.patch.dict(scripts.SCRIPTS, {SCRIPT: stage.model}),
        mock.patch.dict(os.environ, SECRETS),
    ):
        try:
            yield stage
        finally:
            stage.close()
