"""What a runner reads: a handful of named queries on one pool, each in the scope of its organization.

The loop never calls the Django ORM: its async form is one thread for everything, and dead after a database
restart. Writes go through the journal alone; a test compares the columns named here with the models.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

from orchestration.engine.events import Record
from orchestration.journal.bounds import bound_transactions
from orchestration.runner.circuits import Outage

type Connection = AsyncConnection[DictRow]


@dataclass(frozen=True, slots=True)
class ClaimedRun:
    """A run as it was claimed, with its whole record."""

    run_id: str
    organization_id: str
    project_id: str
    agent_version_id: str | None
    orchestration_version_id: str | None
    """Exactly one of the two is there."""
    task_id: str
    epoch: int
    signal: int
    last_seq: int
    trace_id: str
    deadline_seconds: float
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class StoredCall:
    """An approved call as it stands in the ledger, beside what was decided about it."""

    call_id: str
    arguments: str
    approval_id: str
    digest: str
    binding: Mapping[str, Any]
    card: Mapping[str, Any]
    revision: int


class Store:
    """Reads of one worker process. Every method opens a transaction of its own and closes it again."""

    def __init__(self, conninfo: str, worker_id: str) -> None:
        self._worker_id = worker_id
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            conninfo,
            connection_class=AsyncConnection[DictRow],
            kwargs={"row_factory": dict_row, "autocommit": True, "application_name": "baton runner"},
            min_size=1,
            max_size=6,
            open=False,
            configure=bound_transactions,
            # Not checked before each use: a check that fails makes its caller wait a second, then two, though
            # good connections are there. One that fails in use makes the pool renew all that lie idle.
            # A connection is sought anew for as long as somebody waits for one, then the waiting one is told.
            reconnect_timeout=5,
            timeout=5,
        )

    async def open(self) -> None:
        await self._pool.open()

    async def close(self) -> None:
        await self._pool.close(timeout=2)

    async def enlist(self, host: str, pid: int, lease: float) -> float:
        """Add this incarnation; answers the database's clock in seconds since the epoch."""
        async with self._connection() as connection:
            cursor = await connection.execute(
                "select kernel.enlist(%s, %s, %s, %s) as now", [self._worker_id, host, pid, lease]
            )
            row = await cursor.fetchone()
        return float(row["now"]) if row else 0.0

    async def retire(self) -> None:
        async with self._connection() as connection:
            await connection.execute("select kernel.retire(%s)", [self._worker_id])

    async def let_go(self, driven: Sequence[str]) -> int:
        """Queue again what this worker holds by the record and does not drive; answers how many runs."""
        async with self._connection() as connection:
            cursor = await connection.execute(
                "select kernel.let_go(%s, %s::uuid[]) as n", [self._worker_id, list(driven)]
            )
            row = await cursor.fetchone()
        return int(row["n"]) if row else 0

    async def load_status(self, organization_id: str, run_id: str) -> str:
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute("select status from orchestration_run where id = %s", [run_id])
            row = await cursor.fetchone()
        return str(row["status"]) if row else ""

    async def load_records(self, organization_id: str, run_id: str, after: int) -> list[Record]:
        """What was recorded of a run after seq `after`, by whomever."""
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute(
                "select seq, kind, payload from orchestration_traceevent"
                " where run_id = %s and seq > %s order by seq",
                [run_id, after],
            )
            return [Record(row["seq"], row["kind"], row["payload"]) for row in await cursor.fetchall()]

    async def load_signal(self, organization_id: str, run_id: str) -> int:
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute("select signal from orchestration_run where id = %s", [run_id])
            row = await cursor.fetchone()
        return int(row["signal"]) if row else 0

    async def load_bodies(self, organization_id: str, run_id: str, ids: Sequence[str]) -> dict[str, str]:
        if not ids:
            return {}
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute(
                "select id, content from orchestration_runbody where run_id = %s and id = any(%s::uuid[])",
                [run_id, list(ids)],
            )
            return {str(row["id"]): row["content"] for row in await cursor.fetchall()}

    async def load_agent(self, organization_id: str, version_id: str) -> dict[str, Any]:
        """A published AgentSpec, as stored."""
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute(
                "select spec from agents_agentversion where id = %s", [version_id]
            )
            row = await cursor.fetchone()
        if row is None:
            raise LookupError(f"agent version {version_id} is not in its organization")
        return dict(row["spec"])

    async def load_orchestration(self, organization_id: str, version_id: str) -> dict[str, Any]:
        """A published OrchestrationSpec, as stored."""
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute(
                "select spec from agents_orchestrationversion where id = %s", [version_id]
            )
            row = await cursor.fetchone()
        if row is None:
            raise LookupError(f"orchestration version {version_id} is not in its organization")
        return dict(row["spec"])

    async def load_tools(self, organization_id: str, version_ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Pinned tool versions as they stand now, by id; for judging an approved call again."""
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute(
                "select id, spec from agents_toolversion where id = any(%s::uuid[])", [list(version_ids)]
            )
            return {str(row["id"]): dict(row["spec"]) for row in await cursor.fetchall()}

    async def load_project(self, organization_id: str, project_id: str) -> dict[str, Any]:
        """Today's policy rules, variables, credentials (sealed) and model connections of a project, and which
        version of its price table is live, and which connections are out."""
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute(
                _PROJECT, {"project": project_id, "organization": organization_id}
            )
            row = await cursor.fetchone()
        return dict(row or {})

    async def load_prices(self, organization_id: str, version_id: str) -> list[dict[str, Any]]:
        """A published price table, as stored."""
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute(
                "select prices from agents_pricetableversion where id = %s", [version_id]
            )
            row = await cursor.fetchone()
        if row is None:
            raise LookupError(f"price table version {version_id} is not in its organization")
        return list(row["prices"])

    async def load_calls(
        self, organization_id: str, run_id: str, calls: Sequence[str]
    ) -> dict[str, StoredCall]:
        """Approved calls by id: the stored arguments and the newest approval of each."""
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute(_CALLS, {"run": run_id, "calls": list(calls)})
            rows = await cursor.fetchall()
        return {
            str(row["call_id"]): StoredCall(
                call_id=str(row["call_id"]),
                arguments=row["arguments"] or "",
                approval_id=str(row["approval_id"]),
                digest=row["digest"],
                binding=row["binding"],
                card=row["card"],
                revision=row["revision"],
            )
            for row in rows
        }

    async def load_arguments(self, organization_id: str, run_id: str, call: str) -> str:
        """The canonical arguments of a call, as the ledger holds them: what is executed."""
        async with self._scope(organization_id) as connection:
            cursor = await connection.execute(
                "select arguments from orchestration_toolcall where run_id = %s and id = %s", [run_id, call]
            )
            row = await cursor.fetchone()
        if row is None or row["arguments"] is None:
            raise LookupError(f"call {call} has no stored arguments")
        return str(row["arguments"])

    async def note_outage(self, organization_id: str, connection_id: str, outage: Outage | None) -> None:
        """Write down that a connection is out, or (None) that it answers again."""
        place = [self._worker_id, organization_id, connection_id]
        async with self._connection() as connection:
            if outage is None:
                await connection.execute("select kernel.end_outage(%s, %s, %s)", place)
                return
            await connection.execute(
                "select kernel.note_outage(%s, %s, %s, %s, %s, %s, %s)",
                [*place, outage.code, outage.message, outage.failures, outage.next_try_in],
            )

    async def quarantine_tool(self, organization_id: str, version_id: str, message: str) -> None:
        """Write down that a tool of a server is no longer what was imported."""
        async with self._connection() as connection:
            await connection.execute(
                "select kernel.quarantine_tool(%s, %s, %s, %s)",
                [self._worker_id, organization_id, version_id, message],
            )

    async def keep_late_result(self, run_id: str, payload: str) -> None:
        async with self._connection() as connection:
            await connection.execute("select kernel.late_result(%s, %s)", [run_id, payload])

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        connection: Connection | None = None
        try:
            async with self._pool.connection() as connection:
                yield connection
        except psycopg.OperationalError:
            if connection is not None and connection.closed:
                await self._pool.drain()
            raise

    @asynccontextmanager
    async def _scope(self, organization_id: str) -> AsyncIterator[Connection]:
        async with self._connection() as connection, connection.transaction():
            await connection.execute("select set_config('app.organization', %s, true)", [organization_id])
            yield connection


_PROJECT = """
select
  (select v.rules from agents_toolpolicy p join agents_toolpolicyversion v on v.id = p.live_version_id
    where p.project_id = %(project)s) as rules,
  (select coalesce(jsonb_object_agg(name, value), '{}') from agents_variable
    where project_id = %(project)s) as variables,
  (select coalesce(jsonb_object_agg(name, jsonb_build_object(
      'id', id, 'name', name, 'host', host, 'header', header, 'prefix', prefix,
      'secret_variable', secret_variable, 'sealed', encode(sealed, 'base64'),
      'sealed_version', sealed_version)), '{}')
    from agents_credential where project_id = %(project)s) as credentials,
  (select coalesce(jsonb_object_agg(id, jsonb_build_object(
      'id', id, 'version', version, 'provider', provider, 'base_url', base_url, 'script', script,
      'secret_variable', secret_variable, 'credential_id', credential_id,
      'capabilities', capabilities, 'model_capabilities', model_capabilities, 'transport', transport,
      'history', history, 'max_in_flight', max_in_flight)), '{}')
    from agents_modelconnection where project_id = %(project)s) as connections,
  (select coalesce(jsonb_agg(connection_id), '[]') from orchestration_providerstate
    where project_id = %(project)s) as out,
  (select coalesce(jsonb_object_agg(id, jsonb_build_object(
      'id', id, 'name', name, 'url', url, 'timeout_seconds', timeout_seconds,
      'credential_id', credential_id)), '{}')
    from agents_mcpserver where project_id = %(project)s) as servers,
  (select coalesce(jsonb_agg(version_id), '[]') from agents_toolquarantine
    where organization_id = %(organization)s) as quarantined,
  (select live_version_id::text from agents_pricetable where project_id = %(project)s) as prices,
  (select jsonb_build_object('kek_id', kek_id, 'wrapped', encode(wrapped, 'base64'))
    from secrets_datakey where organization_id = %(organization)s) as data_key
"""

_CALLS = """
select distinct on (c.id) c.id as call_id, c.arguments, a.id as approval_id, a.digest, a.binding, a.card,
       a.revision
  from orchestration_toolcall c join orchestration_approval a on a.call_id = c.id
  where c.run_id = %(run)s and c.id = any(%(calls)s::uuid[])
  order by c.id, a.revision desc
"""


def claimed_run(row: Mapping[str, Any]) -> ClaimedRun:
    """A row of `kernel.claim`."""
    return ClaimedRun(
        run_id=str(row["run_id"]),
        organization_id=str(row["organization_id"]),
        project_id=str(row["project_id"]),
        agent_version_id=_text(row["agent_version_id"]),
        orchestration_version_id=_text(row["orchestration_version_id"]),
        task_id=str(row["task_id"]),
        epoch=row["epoch"],
        signal=row["run_signal"],
        last_seq=row["last_seq"],
        trace_id=row["trace_id"],
        deadline_seconds=row["deadline_seconds"],
        records=tuple(Record(item["seq"], item["kind"], item["payload"]) for item in row["records"]),
    )


def _text(identifier: Any) -> str | None:
    return None if identifier is None else str(identifier)
