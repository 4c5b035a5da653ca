"""A small world for tests of the run record: two organizations, Alice, Bob and Charlie, agents and real runs.

Rows are arranged as the owner; runs are started, decided and cancelled as the web role does it, and driven by
real runners. The model is `scripted`, tools are functions of the test behind the runner's own port.
"""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
from database import TestDatabase
from ledger import Ledger as Ledger
from ledger import reply as reply
from ledger import script as script
from psycopg.types.json import Jsonb

from agents_app.prices import Price
from agents_app.spec import AgentSpec, Fallback, HttpSpec, Limits, PolicyRule, ProfileSpec, ToolSpec
from baton.core.ids import new_id
from baton.egress.allow import AllowList
from orchestration.runner.loop import Runner
from orchestration.runner.settings import RunnerSettings

OBJECT = {"type": "object", "properties": {}, "additionalProperties": True}
TRAINING = {"specialization": "helping", "specialization_normal": "helping", "instructions": "Help."}
LIVENESS = 30.0
"""Seconds a test waits for what should take a moment: a bound, never a goal."""


@dataclass
class Person:
    id: UUID
    name: str
    role: str


@dataclass
class World:
    """One organization with a project; `other` is a second one that must never be seen."""

    database: TestDatabase
    organization: UUID = field(default_factory=new_id)
    project: UUID = field(default_factory=new_id)
    people: dict[str, Person] = field(default_factory=dict)
    policy: UUID | None = None
    prices: UUID | None = None

    def owner(self, sql: str, params: Sequence[Any] = ()) -> list[dict[str, Any]]:
        return self.database.rows(sql, params)

    @contextmanager
    def as_web(self, organization: UUID | None = None) -> Iterator[psycopg.Connection[dict[str, Any]]]:
        """A transaction of the web role in the scope of the organization."""
        with self.database.connect("web") as connection, connection.transaction():
            scope = str(organization or self.organization)
            connection.execute("select set_config('app.organization', %s, true)", [scope])
            yield connection

    # Arranging

    def build(self) -> "World":
        self.owner(
            "insert into tenancy_organization (id, name, slug, time_zone, max_running)"
            " values (%s, 'Nord', %s, 'UTC', 1000)",
            [self.organization, f"nord-{self.organization.hex[-8:]}"],
        )
        self.owner(
            "insert into tenancy_project (id, organization_id, name, slug) values (%s, %s, 'Support',"
            " 'support')",
            [self.project, self.organization],
        )
        for name, role in (("alice", "owner"), ("bob", "operator"), ("rita", "reviewer"), ("vera", "viewer")):
            self.add_person(name, role)
        return self

    def add_person(self, name: str, role: str | None) -> Person:
        person = Person(new_id(), name, role or "")
        self.owner(
            "insert into accounts_user (id, email, name, password, is_active, is_staff, is_superuser,"
            " date_joined)"
            " values (%s, %s, %s, '!', true, false, false, now())",
            [person.id, f"{name}-{person.id.hex[-6:]}@example.org", name],
        )
        if role:
            self.owner(
                "insert into tenancy_membership (id, organization_id, user_id, role) values (%s, %s, %s, %s)",
                [new_id(), self.organization, person.id, role],
            )
        self.people[name] = person
        return person

    def add_known(self, name: str, identifier: UUID, role: str) -> Person:
        """Somebody whose rows are there already."""
        self.people[name] = Person(identifier, name, role)
        return self.people[name]

    def add_key(self, scopes: Sequence[str], *, by: str = "alice") -> UUID:
        """An API key of the project, made by a person; returns its row's id."""
        identifier = new_id()
        self.owner(
            "insert into tenancy_apikey (id, organization_id, project_id, name, key_id, secret_hash, scopes,"
            " created_by_id) values (%s, %s, %s, %s, %s, %s, %s, %s)",
            [
                identifier,
                self.organization,
                self.project,
                f"key {identifier.hex[-8:]}",
                identifier.hex[-12:],
                hashlib.sha256(identifier.bytes).digest(),
                list(scopes),
                self.people[by].id,
            ],
        )
        return identifier

    def add_connection(
        self,
        provider: str = "scripted",
        script: Any = "echo",
        base_url: str = "",
        *,
        transport: str = "sdk",
        history: str = "client",
        max_in_flight: int | None = None,
        capabilities: Mapping[str, Any] | None = None,
    ) -> UUID:
        identifier = new_id()
        self.owner(
            "insert into agents_modelconnection (id, organization_id, project_id, name, provider, base_url,"
            " secret_variable, script, capabilities, transport, history, max_in_flight, version)"
            " values (%s, %s, %s, %s, %s, %s, '', %s, %s, %s, %s, %s, 1)",
            [
                identifier,
                self.organization,
                self.project,
                f"c{identifier.hex[-10:]}",
                provider,
                base_url,
                Jsonb(script if provider == "scripted" else None),
                Jsonb(capabilities or {}),
                transport,
                history,
                max_in_flight,
            ],
        )
        return identifier

    def add_tool(
        self,
        name: str,
        *,
        effect_class: str = "at_most_once",
        schema: Mapping[str, Any] = OBJECT,
        url: str = "https://shop.example/do",
        sentence: str | None = None,
    ) -> ToolSpec:
        tool, version = new_id(), new_id()
        spec = ToolSpec(
            tool_id=str(tool),
            version_id=str(version),
            version=1,
            name=name,
            description=name,
            input_schema=dict(schema),
            effect_class=effect_class,
            sentence=sentence,
            http=HttpSpec(method="POST", url=url, body="all"),
        )
        self.owner(
            "insert into agents_tool (id, organization_id, project_id, name) values (%s, %s, %s, %s)",
            [tool, self.organization, self.project, f"{name}-{tool.hex[-6:]}"],
        )
        self.owner(
            "insert into agents_toolversion (id, organization_id, tool_id, number, spec, digest)"
            " values (%s, %s, %s, 1, %s, 'd')",
            [version, self.organization, tool, Jsonb(spec.to_json())],
        )
        return spec

    def change_tool(self, tool: ToolSpec, **changes: Any) -> None:
        """The stored definition of a pinned version moves, as a refresh of a remote server would do it."""
        spec = tool.model_copy(update=changes)
        self.owner(
            "update agents_toolversion set spec = %s where id = %s", [Jsonb(spec.to_json()), tool.version_id]
        )

    def set_policy(self, rules: Sequence[Mapping[str, Any]]) -> None:
        """Publish the project's rules: (id, tool, outcome and what else a PolicyRule takes)."""
        stored = [
            PolicyRule.model_validate({"id": f"r{n}", **rule}).to_json() for n, rule in enumerate(rules)
        ]
        if self.policy is None:
            self.policy = new_id()
            self.owner(
                "insert into agents_toolpolicy (id, organization_id, project_id) values (%s, %s, %s)",
                [self.policy, self.organization, self.project],
            )
        version = new_id()
        self.owner(
            "insert into agents_toolpolicyversion (id, organization_id, policy_id, number, rules, digest)"
            " values (%s, %s, %s, (select count(*) + 1 from agents_toolpolicyversion), %s, 'd')",
            [version, self.organization, self.policy, Jsonb(stored)],
        )
        self.owner("update agents_toolpolicy set live_version_id = %s where id = %s", [version, self.policy])

    def set_prices(self, prices: Sequence[Mapping[str, str]]) -> None:
        """Publish the project's price table: rows as a definition file writes them."""
        stored = Jsonb([Price.of(row).to_json() for row in prices])
        if self.prices is None:
            self.prices = new_id()
            self.owner(
                "insert into agents_pricetable (id, organization_id, project_id) values (%s, %s, %s)",
                [self.prices, self.organization, self.project],
            )
        version = new_id()
        self.owner(
            "insert into agents_pricetableversion (id, organization_id, table_id, number, prices, digest)"
            " values (%s, %s, %s, (select count(*) + 1 from agents_pricetableversion), %s, 'd')",
            [version, self.organization, self.prices, stored],
        )
        self.owner("update agents_pricetable set live_version_id = %s where id = %s", [version, self.prices])

    def add_agent(
        self,
        name: str = "desk",
        *,
        tools: Sequence[ToolSpec] = (),
        connection: UUID | None = None,
        limits: Limits | None = None,
        model: str = "scripted",
        settings: Mapping[str, Any] | None = None,
        fallbacks: Sequence[Fallback] = (),
        output_schema: Mapping[str, Any] | None = None,
    ) -> UUID:
        """A published agent; returns its version id. `self.agent_of(version)` gives the agent's."""
        agent, version, profile, profile_version = new_id(), new_id(), new_id(), new_id()
        spec = AgentSpec(
            agent_id=str(agent),
            version=1,
            name=name,
            instructions="Help.",
            profile=ProfileSpec(
                profile_id=str(profile),
                version_id=str(profile_version),
                version=1,
                name="p",
                specialization="helping",
            ),
            connection_id=str(connection or self.add_connection()),
            model=model,
            settings=settings or {},
            fallbacks=tuple(fallbacks),
            output_schema=output_schema,
            tools=tuple(tools),
            limits=limits or Limits(),
        )
        org = self.organization
        self.owner(
            "insert into agents_trainingprofile (id, organization_id, project_id, name) values (%s, %s, %s,"
            " %s)",
            [profile, org, self.project, f"p{profile.hex[-8:]}"],
        )
        self.owner(
            "insert into agents_trainingprofileversion (id, organization_id, profile_id, number, spec, digest)"
            " values (%s, %s, %s, 1, %s, 'd')",
            [profile_version, org, profile, Jsonb(TRAINING)],
        )
        self.owner(
            "insert into agents_agent (id, organization_id, project_id, name, description)"
            " values (%s, %s, %s, %s, '')",
            [agent, org, self.project, f"{name}-{agent.hex[-6:]}" if name == "desk" else name],
        )
        self.owner(
            "insert into agents_agentversion (id, organization_id, agent_id, number, spec, digest,"
            " profile_version_id, notes) values (%s, %s, %s, 1, %s, 'd', %s, '')",
            [version, org, agent, Jsonb(spec.to_json()), profile_version],
        )
        self.owner("update agents_agent set live_version_id = %s where id = %s", [version, agent])
        return version

    # Acting as the web role does

    def start(
        self,
        version: UUID,
        text: str = "hello",
        *,
        deadline_seconds: float = 3600,
        steps: int = 200,
        tokens: int | None = None,
        requester: str = "alice",
        run: UUID | None = None,
    ) -> UUID:
        run, task = run or new_id(), new_id()
        agent = self.owner("select agent_id from agents_agentversion where id = %s", [version])[0]["agent_id"]
        person = self.people[requester]
        payload = {
            "agent": {"id": str(agent), "name": "desk", "version": 1, "version_id": str(version)},
            "input": text,
            "requester": {"kind": "user", "id": str(person.id), "name": person.name},
            "limits": {"steps": steps, "tokens": tokens},
            "model": {"provider": "scripted", "name": "scripted", "scripted": True},
        }
        with self.as_web() as web:
            web.execute(
                "insert into orchestration_run (id, organization_id, project_id, agent_id,"
                " agent_version_id, input,"
                " requester_kind, requester_id, requester_name, trace_id, step_limit, token_limit,"
                " deadline_at)"
                " values (%s, %s, %s, %s, %s, %s, 'user', %s, %s, %s, %s, %s, now() + make_interval(secs =>"
                " %s))",
                [
                    run,
                    self.organization,
                    self.project,
                    agent,
                    version,
                    text,
                    person.id,
                    person.name,
                    run.hex,
                    steps,
                    tokens,
                    deadline_seconds,
                ],
            )
            web.execute(
                "insert into orchestration_task (id, organization_id, run_id, kind, agent_version_id,"
                " contract)"
                " values (%s, %s, %s, 'converse', %s, %s)",
                [task, self.organization, run, version, Jsonb({"input": text})],
            )
            web.execute("select kernel.open_run(%s, %s)", [run, Jsonb(payload)])
        return run

    def decide(
        self,
        approval: UUID,
        decision: str = "approve",
        *,
        by: str = "rita",
        reason: str = "",
        digest: str | None = None,
    ) -> dict[str, Any]:
        row = self.owner("select digest, version from orchestration_approval where id = %s", [approval])[0]
        person = self.people[by]
        with self.as_web() as web:
            found = web.execute(
                "select kernel.decide_approval(%s, %s, %s, %s, %s, 'user', %s, %s) as answer",
                [approval, decision, digest or row["digest"], row["version"], reason, person.id, person.name],
            ).fetchone()
        assert found is not None
        return dict(found["answer"])

    def cancel(self, run: UUID, by: str = "alice") -> dict[str, Any]:
        person = self.people[by]
        with self.as_web() as web:
            found = web.execute(
                "select kernel.cancel_run(%s, '', 'user', %s, %s) as answer", [run, person.id, person.name]
            ).fetchone()
        assert found is not None
        return dict(found["answer"])

    def supervise(self) -> None:
        """One sweep of every supervisor loop, as the supervisor's role."""
        with self.database.connect("super") as connection:
            for sweep in (
                "reap()",
                "finish_cancelling()",
                "end_overdue(1)",
                "expire_approvals()",
                "settle_decisions()",
                "ring_again(0)",
            ):
                connection.execute(f"select kernel.{sweep}")

    def pass_time(self, seconds: float) -> None:
        """Move every instant that decides something here back, which is the same as letting time pass."""
        moved = {"s": seconds, "o": self.organization}
        with self.database.connect("baton") as connection:
            connection.execute("set session_replication_role = replica")
            connection.execute(
                "update orchestration_approval set expires_at = expires_at - make_interval(secs => %(s)s),"
                " decided_at = decided_at - make_interval(secs => %(s)s) where organization_id = %(o)s",
                moved,
            )
            connection.execute(
                "update orchestration_helddecision set held_at = held_at - make_interval(secs => %(s)s),"
                " starts_at = starts_at - make_interval(secs => %(s)s) where organization_id = %(o)s",
                moved,
            )
            connection.execute(
                "update orchestration_run set deadline_at = deadline_at - make_interval(secs => %(s)s),"
                " available_at = available_at - make_interval(secs => %(s)s) where organization_id = %(o)s",
                moved,
            )

    # Looking

    def run(self, run: UUID) -> dict[str, Any]:
        return self.owner("select * from orchestration_run where id = %s", [run])[0]

    def events(self, run: UUID) -> list[dict[str, Any]]:
        return self.owner(
            "select seq, kind, payload from orchestration_traceevent where run_id = %s order by seq", [run]
        )

    def kinds(self, run: UUID) -> list[str]:
        return [event["kind"] for event in self.events(run)]

    def calls(self, run: UUID) -> list[dict[str, Any]]:
        return self.owner(
            "select * from orchestration_toolcall where run_id = %s order by created_at, index", [run]
        )

    def approvals(self, run: UUID) -> list[dict[str, Any]]:
        return self.owner("select * from orchestration_approval where run_id = %s order by id", [run])

    def pending(self, run: UUID) -> UUID:
        """The one pending approval of a run, waited for."""
        found = self.wait(
            lambda: [a for a in self.approvals(run) if a["state"] == "pending"], "a pending card"
        )
        assert len(found) == 1
        return UUID(str(found[0]["id"]))

    def wait_for(self, run: UUID, *statuses: str, seconds: float = LIVENESS) -> dict[str, Any]:
        def found() -> dict[str, Any] | None:
            row = self.run(run)
            return row if row["status"] in statuses else None

        row: dict[str, Any] = self.wait(found, f"{statuses} of {run}", seconds, lambda: self.kinds(run))
        return row

    @staticmethod
    def wait(
        found: Callable[[], Any], what: str, seconds: float = LIVENESS, explain: Callable[[], Any] = str
    ) -> Any:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if result := found():
                return result
            time.sleep(0.02)
        raise AssertionError(f"waited {seconds} s in vain for {what}; {explain()}")

    def assert_gapless(self, run: UUID) -> None:
        """Promise P8: seq 1..n, and the run row knows n."""
        seqs = [event["seq"] for event in self.events(run)]
        assert seqs == list(range(1, len(seqs) + 1))
        assert self.run(run)["last_seq"] == len(seqs)


@contextmanager
def running(
    database: TestDatabase,
    ledger: Any | None = None,
    *,
    lease: float = 3.0,
    renew: float = 0.5,
    wait: bool = True,
    **settings: Any,
) -> Iterator[Runner]:
    """A real runner on a thread of this process, looking often."""
    runner = Runner(
        RunnerSettings(
            database_url=database.url("worker"),
            allow=AllowList.parse(settings.pop("allow", "")),
            lease_seconds=lease,
            renew_seconds=renew,
            look_seconds=settings.pop("look_seconds", 0.1),
            drain_seconds=settings.pop("drain_seconds", 1.0),
            project_seconds=settings.pop("project_seconds", 0.0),
            **settings,
        ),
        lambda: ledger or Ledger(),
    )
    thread = threading.Thread(target=runner.run, daemon=True)
    thread.start()
    assert not wait or runner.wait_started(LIVENESS)
    try:
        yield runner
    finally:
        runner.stop()
        thread.join(timeout=20)
        assert not thread.is_alive()


def digest_of(rows: Any) -> str:
    """A hash of rows, to prove that a refused act changed nothing."""
    return hashlib.sha256(json.dumps(rows, default=str, sort_keys=True).encode()).hexdigest()
