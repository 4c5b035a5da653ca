"""Model clients of a worker process: one per stored connection and version of it."""

import asyncio
import os

from agents_app.secret_sources import read_secret
from baton.egress.allow import AllowList
from orchestration.engine.ports import ModelClient, ModelError
from orchestration.providers.registry import load_adapter, open_client
from orchestration.runner.project import Project


class Models:
    """Opens a client when a run first needs it; an edited connection gets a new one."""

    def __init__(self, allow: AllowList) -> None:
        self._allow = allow
        self._clients: dict[str, tuple[int, ModelClient]] = {}

    async def get(self, project: Project, connection_id: str) -> ModelClient:
        stored = project.connections.get(connection_id)
        if stored is None:
            raise ModelError("invalid_request", "The agent's model connection is gone.", retryable=False)
        if (known := self._known(connection_id, stored.version)) is not None:
            return known
        # In a thread: importing an SDK takes seconds, and a loop that does not tick is taken for dead.
        await asyncio.to_thread(load_adapter, stored.spec.provider)
        if (known := self._known(connection_id, stored.version)) is not None:
            return known
        kept = self._clients.get(connection_id)
        secret = read_secret(stored.secret_variable, os.environ)
        if stored.secret_variable and secret is None:
            raise ModelError(
                "authentication", f"{stored.secret_variable} is not set on this worker.", retryable=False
            )
        client = open_client(stored.spec, secret, self._allow)
        self._clients[connection_id] = (stored.version, client)
        if kept is not None:
            await kept[1].close()
        return client

    def _known(self, connection_id: str, version: int) -> ModelClient | None:
        kept = self._clients.get(connection_id)
        return kept[1] if kept is not None and kept[0] == version else None

    async def close(self) -> None:
        for _, client in self._clients.values():
            await client.close()
        self._clients.clear()
