"""What a project allows and where it reaches, as it is now: policy, variables, credentials, connections."""

import asyncio
import json
import os
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents_app.secret_sources import read_secret
from agents_app.spec import CredentialRef, PolicyRule, ToolSpec
from orchestration.engine.ports import CredentialValue
from orchestration.providers.connection import ConnectionSpec
from orchestration.runner.store import Store


@dataclass(frozen=True, slots=True)
class StoredCredential:
    id: str
    name: str
    host: str
    header: str
    secret_variable: str


@dataclass(frozen=True, slots=True)
class StoredConnection:
    spec: ConnectionSpec
    version: int
    secret_variable: str


@dataclass(frozen=True, slots=True)
class Project:
    rules: tuple[PolicyRule, ...]
    variables: Mapping[str, str]
    credentials: Mapping[str, StoredCredential]
    connections: Mapping[str, StoredConnection]

    def credential_of(self, tool: ToolSpec) -> StoredCredential | None:
        """The credential a tool names, as it is stored now; None where it names none or it is gone."""
        return None if tool.credential is None else self.credentials.get(tool.credential.name)

    def secret_of(self, tool: ToolSpec) -> CredentialValue | None:
        """The value on its way to its host; None if the tool needs none. LookupError where it is missing."""
        reference: CredentialRef | None = tool.credential
        if reference is None:
            return None
        stored = self.credential_of(tool)
        value = None if stored is None else read_secret(stored.secret_variable, os.environ)
        if stored is None or value is None:
            raise LookupError(f"The credential '{reference.name}' has no value on this worker.")
        return CredentialValue(stored.name, stored.host, stored.header, value)


class Projects:
    """Projects by id, each read again after a moment: today's policy judges, not last week's."""

    def __init__(self, store: Store, seconds: float) -> None:
        self._store = store
        self._seconds = seconds
        self._kept: dict[str, tuple[float, Project]] = {}
        self._reading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def get(self, organization_id: str, project_id: str) -> Project:
        """As it was at most so many seconds ago. One run reads it for all that need it in that moment:
        otherwise every run of the process would read it again at the same instant."""
        if (project := self._known(project_id)) is not None:
            return project
        async with self._reading[project_id]:
            if (project := self._known(project_id)) is not None:
                return project
            read_at = time.monotonic()
            project = _project(await self._store.load_project(organization_id, project_id))
            self._kept[project_id] = (read_at, project)
            return project

    def _known(self, project_id: str) -> Project | None:
        kept = self._kept.get(project_id)
        return kept[1] if kept is not None and time.monotonic() - kept[0] < self._seconds else None


def _project(row: Mapping[str, Any]) -> Project:
    return Project(
        rules=tuple(PolicyRule.model_validate(rule) for rule in row.get("rules") or ()),
        variables=row.get("variables") or {},
        credentials={name: StoredCredential(**item) for name, item in (row.get("credentials") or {}).items()},
        connections={key: _connection(item) for key, item in (row.get("connections") or {}).items()},
    )


def _connection(item: Mapping[str, Any]) -> StoredConnection:
    script = item["script"]
    return StoredConnection(
        spec=ConnectionSpec(
            id=str(item["id"]),
            provider=item["provider"],
            base_url=item["base_url"] or None,
            script=script if script is None or isinstance(script, str) else json.dumps(script),
            capabilities=item["capabilities"] or {},
        ),
        version=item["version"],
        secret_variable=item["secret_variable"],
    )
