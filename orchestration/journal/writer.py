"""The journal writer: all runs of a process share one connection and one commit (docs/architecture.md).

While one batch is on its way to the disk the next one collects by itself, so there is no timer: a lone entry
goes at once, many go together. What was committed is then told to whoever watches, by `announce`.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson
import psycopg
from psycopg.rows import dict_row

from baton.live.bus import RunNews
from orchestration.journal.bounds import bound_transactions
from orchestration.journal.entry import Answer, Entry, EntryRefused, JournalLost
from orchestration.journal.failpoints import hit
from orchestration.journal.news import Place, news_of

logger = logging.getLogger(__name__)

MAX_BATCH_ENTRIES = 200
MAX_BATCH_BYTES = 1 << 20
_BUSY_PAUSE = 0.02
_PATIENCE = 0.005
"""How long a claim waits for an entry to share its commit with, while runs are under way."""
_SERVER_AWAY = frozenset({"08", "25", "40", "53", "55", "57", "58"})
"""Classes of SQLSTATE that say something of the server and nothing of what it was sent: gone, shutting down,
read-only, out of space or of connections, a deadlock."""
_COMMIT = (
    "select n, outcome, base_seq, last_seq, run_status, run_signal, detail, organization_id, project_id, at"
    " from kernel.commit(%s, %s)"
)
_CLAIM = "select * from kernel.claim(%s, %s, %s, %s)"


@dataclass(slots=True)
class _Waiting:
    entry: Entry
    body: bytes
    answer: asyncio.Future[Answer]


@dataclass(slots=True)
class _Claim:
    slots: int
    max_claims: int
    rows: asyncio.Future[list[dict[str, Any]]]


class JournalWriter:
    """Owns one database connection on one event loop. `record` resolves after the commit.

    `announce` is handed the news of each committed entry; it must neither raise nor wait.
    """

    def __init__(
        self, conninfo: str, worker_id: str, announce: Callable[[RunNews], None] | None = None
    ) -> None:
        self._conninfo = conninfo
        self._worker_id = worker_id
        self._announce = announce
        self._queue: deque[_Waiting] = deque()
        self._claim: _Claim | None = None
        self._served: UUID | None = None
        """The organization of the run that was claimed last: the next claim begins after it."""
        self._wake = asyncio.Event()
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self.commits = 0
        """Batches committed, for the bench."""

    def start(self) -> None:
        self._task = asyncio.create_task(self._serve(), name="journal")

    async def stop(self) -> None:
        """End the writer; what still waits learns that the journal is lost."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._fail(list(self._queue), JournalLost("the journal writer has stopped"))
        _settle_claim(self._claim, [])
        self._queue.clear()
        if self._connection is not None:
            await self._connection.close()

    async def record(self, entry: Entry) -> Answer:
        """Commit an entry. Raises JournalLost where nobody knows, EntryRefused where the database said no."""
        waiting = _Waiting(entry, orjson.dumps(entry.to_json()), asyncio.get_running_loop().create_future())
        hit("journal.before_send")
        self._queue.append(waiting)
        self._wake.set()
        answer = await waiting.answer
        hit("journal.after_commit")
        return answer

    async def claim(self, slots: int, max_claims: int, *, patient: bool) -> list[dict[str, Any]]:
        """Take queued runs, in the same commit as the entries that go out next.

        `patient`: other runs are under way, so an entry to share with is about to come.
        """
        claim = _Claim(slots, max_claims, asyncio.get_running_loop().create_future())
        self._claim = claim
        if patient and not self._queue:
            await asyncio.sleep(_PATIENCE)
        self._wake.set()
        return await claim.rows

    async def _serve(self) -> None:
        while True:
            await self._wake.wait()
            batch, claim = self._take(), self._claim
            if not batch and claim is None:
                self._wake.clear()
                continue
            await self._commit(batch, claim)
            if self._claim is claim:
                self._claim = None

    def _take(self) -> list[_Waiting]:
        """The next batch: at most one entry of each run, in the order they came."""
        batch: list[_Waiting] = []
        later: deque[_Waiting] = deque()
        runs: set[str] = set()
        size = 0
        while self._queue and len(batch) < MAX_BATCH_ENTRIES and size < MAX_BATCH_BYTES:
            waiting = self._queue.popleft()
            if waiting.entry.run in runs:
                later.append(waiting)
                continue
            runs.add(waiting.entry.run)
            batch.append(waiting)
            size += len(waiting.body)
        self._queue.extendleft(reversed(later))
        return batch

    async def _commit(self, batch: Sequence[_Waiting], claim: _Claim | None = None) -> None:
        try:
            rows, claimed = await self._send(await self._connected(), batch, claim)
            self.commits += 1
        except (psycopg.Error, OSError) as error:
            if batch and _is_about_the_entries(error):
                _settle_claim(claim, [])  # it was rolled back with the batch; the next look claims again
                await self._halve(batch, error)
                return
            logger.warning("journal: nothing can be recorded: %s", str(error).split("\n")[0])
            await self._disconnect()
            self._fail(batch, JournalLost(str(error)))
            _settle_claim(claim, error)
            return
        _settle_claim(claim, claimed)
        busy = [batch[row[0]] for row in rows if row[1] == "busy"]
        for row in rows:
            if row[1] != "busy":
                _resolve(batch[row[0]], row)
        self._tell(batch, rows)
        if busy:
            self._queue.extendleft(reversed(busy))
            if len(busy) == len(batch):
                await asyncio.sleep(_BUSY_PAUSE)

    def _tell(self, batch: Sequence[_Waiting], rows: Sequence[tuple[Any, ...]]) -> None:
        """One message for each run of the batch that something was recorded of."""
        if self._announce is None:
            return
        for n, outcome, base_seq, _, status, _, _, organization, project, at in rows:
            if outcome == "done":
                place = Place(str(organization), str(project), base_seq, status, at)
                if (news := news_of(batch[n].entry, place)) is not None:
                    self._announce(news)

    async def _send(
        self, connection: psycopg.AsyncConnection[Any], batch: Sequence[_Waiting], claim: _Claim | None
    ) -> tuple[list[tuple[Any, ...]], list[dict[str, Any]]]:
        """One round trip and one transaction: a pipeline in autocommit ends with a single commit."""
        body = b"[" + b",".join(waiting.body for waiting in batch) + b"]"
        recorded = taken = None
        async with connection.pipeline():
            if batch:
                recorded = await connection.execute(_COMMIT, [self._worker_id, body.decode()])
            if claim is not None:
                taken = connection.cursor(row_factory=dict_row)
                await taken.execute(_CLAIM, [self._worker_id, claim.slots, claim.max_claims, self._served])
        claimed = await taken.fetchall() if taken else []
        if claimed:
            self._served = claimed[-1]["organization_id"]
        return await recorded.fetchall() if recorded else [], claimed

    async def _halve(self, batch: Sequence[_Waiting], error: Exception) -> None:
        """One bad entry fails its own run, never its neighbours'."""
        if len(batch) == 1:
            logger.error("journal: an entry of run %s is refused: %s", batch[0].entry.run, error)
            self._fail(batch, EntryRefused(str(error).split("\n")[0]))
            return
        middle = len(batch) // 2
        await self._commit(batch[:middle])
        await self._commit(batch[middle:])

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        pause = 0.05
        while self._connection is None or self._connection.closed:
            try:
                connection = await psycopg.AsyncConnection.connect(
                    self._conninfo, autocommit=True, connect_timeout=5, application_name="baton journal"
                )
                await bound_transactions(connection)
                self._connection = connection
            except psycopg.OperationalError:
                await asyncio.sleep(pause)
                pause = min(pause * 2, 1.0)
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close()
            self._connection = None

    @staticmethod
    def _fail(batch: Sequence[_Waiting], error: Exception) -> None:
        for waiting in batch:
            if not waiting.answer.done():
                waiting.answer.set_exception(error)


def _is_about_the_entries(error: Exception) -> bool:
    """Whether sending them again could not help: the server is well and has said what is wrong with them."""
    state = error.sqlstate if isinstance(error, psycopg.Error) else None
    return state is not None and state[:2] not in _SERVER_AWAY


def _resolve(waiting: _Waiting, row: Sequence[Any]) -> None:
    if waiting.answer.done():
        return
    _, outcome, base_seq, last_seq, status, signal, detail = row[:7]
    refused = {item["call"] or "": item["reason"] for item in detail or ()}
    waiting.answer.set_result(
        Answer(outcome, base_seq or 0, last_seq or 0, status or "", signal or 0, refused)
    )


def _settle_claim(claim: _Claim | None, result: list[dict[str, Any]] | Exception) -> None:
    if claim is None or claim.rows.done():
        return
    if isinstance(result, Exception):
        claim.rows.set_exception(result)
    else:
        claim.rows.set_result(result)
