"""Model clients of a worker process: one per stored connection, version of it and value of its key."""

import asyncio
import time
from dataclasses import dataclass, field

from agents_app.model_address import judge_key_host
from baton.egress.allow import AllowList
from baton.egress.errors import EgressError
from orchestration.engine.ports import ModelClient, ModelError
from orchestration.providers.registry import load_adapter, open_client
from orchestration.runner.project import Project, StoredConnection

MODEL_SECONDS = 300.0
"""The longest a model may take for one reply."""


@dataclass(frozen=True, slots=True)
class _Kept:
    version: int
    key: str | None = field(repr=False)
    client: ModelClient


class Models:
    """Opens a client when a run first needs it; an edited connection or a new key gets a new one."""

    def __init__(self, allow: AllowList) -> None:
        self._allow = allow
        self._clients: dict[str, _Kept] = {}
        self._replaced: list[tuple[float, ModelClient]] = []
        """Clients that runs may still be asking, and when the last of them must have its answer."""

    async def get(self, project: Project, connection_id: str) -> ModelClient:
        stored = project.connections.get(connection_id)
        if stored is None:
            raise ModelError("invalid_request", "The agent's model connection is gone.", retryable=False)
        key = stored.key()
        if (known := self._known(connection_id, stored.version, key)) is not None:
            return known
        # In a thread: importing an SDK takes seconds, and a loop that does not tick is taken for dead.
        await asyncio.to_thread(load_adapter, stored.spec.provider)
        if (known := self._known(connection_id, stored.version, key)) is not None:
            return known
        kept = self._clients.get(connection_id)
        client = open_connection(stored, key, self._allow)
        self._clients[connection_id] = _Kept(stored.version, key, client)
        if kept is not None:
            self._replaced.append((time.monotonic() + MODEL_SECONDS, kept.client))
        await self._close_unused()
        return client

    def _known(self, connection_id: str, version: int, key: str | None) -> ModelClient | None:
        kept = self._clients.get(connection_id)
        return kept.client if kept is not None and (kept.version, kept.key) == (version, key) else None

    async def close(self) -> None:
        for client in (
            *(kept.client for kept in self._clients.values()),
            *(old for _, old in self._replaced),
        ):
            await client.close()
        self._clients.clear()
        self._replaced.clear()

    async def _close_unused(self) -> None:
        """Not at once: a reply that is under way would be cut off, and paid for again."""
        now = time.monotonic()
        unused = [client for until, client in self._replaced if until <= now]
        self._replaced = [each for each in self._replaced if each[0] > now]
        for client in unused:
            await client.close()


def open_connection(stored: StoredConnection, key: str | None, allow: AllowList) -> ModelClient:
    """The client. Raises ModelError where its key is missing or belongs to another host than its address."""
    credential = stored.credential
    if stored.wants_key and key is None:
        name = f"'{credential.name}' has no value" if credential else f"{stored.secret_variable} is not set"
        raise ModelError("authentication", f"The key {name} on this worker.", retryable=False)
    if credential is not None:
        try:
            judge_key_host(stored.spec.provider, stored.spec.base_url, credential.name, credential.host)
        except EgressError as error:
            raise ModelError("host_not_allowed", error.message, retryable=False) from error
    return open_client(stored.spec, key, allow)
