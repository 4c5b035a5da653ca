"""What a project allows, where it reaches and what that costs, as it is now: policy, variables, credentials,
connections, prices."""

import asyncio
import time
from base64 import b64decode
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from agents_app.prices import Price, PriceList
from agents_app.prices.shipped import SHIPPED_LIST
from agents_app.secret_values import SecretSource, read_environment, value_of
from agents_app.spec import PolicyRule, ToolSpec
from baton.core.hiding import hide_spelt, spellings
from baton.secrets.sealing import NO_KEYS, CannotOpen, DataKey, KeyRing, WrappedKey
from orchestration.engine.ports import CredentialValue, ServerPlace
from orchestration.providers.connection import ConnectionSpec
from orchestration.runner.store import Store


@dataclass(frozen=True, slots=True)
class StoredCredential:
    id: str
    name: str
    host: str
    header: str
    prefix: str = ""
    value: str | None = field(default=None, repr=False)
    """None where there is none, or none that this worker can open."""


@dataclass(frozen=True, slots=True)
class StoredConnection:
    spec: ConnectionSpec
    version: int
    secret_variable: str = ""
    credential: StoredCredential | None = None
    max_in_flight: int | None = None
    """Calls under way at once with its key; None: no bound."""

    @property
    def wants_key(self) -> bool:
        return bool(self.secret_variable) or self.credential is not None

    def key(self) -> str | None:
        """The key of the model's provider, as it is now."""
        return self.credential.value if self.credential else read_environment(self.secret_variable)


@dataclass(frozen=True, slots=True)
class StoredServer:
    """An MCP server, and the credential that its requests carry."""

    place: ServerPlace
    credential: StoredCredential | None = None


@dataclass(frozen=True, slots=True)
class Project:
    rules: tuple[PolicyRule, ...]
    variables: Mapping[str, str]
    credentials: Mapping[str, StoredCredential]
    connections: Mapping[str, StoredConnection]
    spelt: tuple[str, ...] = field(default=(), repr=False)
    """Every secret of the project, in each of its spellings."""
    prices: PriceList = SHIPPED_LIST
    """Its own price table, or the prices that come with Baton where it has published none."""
    servers: Mapping[str, StoredServer] = field(default_factory=dict)
    """MCP servers by id."""
    quarantined: frozenset[str] = frozenset()
    """Versions of tools whose server says something else by now."""
    out: frozenset[str] = frozenset()
    """Connections that somebody has written down as out."""

    def credential_of(self, tool: ToolSpec) -> StoredCredential | None:
        """The credential a tool names, or its server has, as it is stored now; None where there is none, or
        it is gone."""
        if tool.mcp is not None:
            server = self.server_of(tool)
            return server.credential if server else None
        return None if tool.credential is None else self.credentials.get(tool.credential.name)

    def server_of(self, tool: ToolSpec) -> StoredServer | None:
        """The server of a tool, as it is stored now; None where it has none or that is gone."""
        return None if tool.mcp is None else self.servers.get(tool.mcp.server_id)

    def secret_of(self, tool: ToolSpec) -> CredentialValue | None:
        """The value on its way to its host; None if the tool needs none. LookupError where it is missing."""
        stored, reference = self.credential_of(tool), tool.credential
        if stored is None and reference is None:
            return None
        if stored is None or stored.value is None:
            name = stored.name if stored else reference.name if reference else ""
            raise LookupError(f"The credential '{name}' has no value on this worker.")
        return CredentialValue(stored.name, stored.host, stored.header, stored.value, stored.prefix)

    def provider_of(self, connection_id: str) -> str:
        """Whose API a connection speaks; `unknown` where it is gone."""
        connection = self.connections.get(connection_id)
        return connection.spec.provider if connection else "unknown"

    def hide(self, text: str) -> str:
        """A text without any secret of the project: what models, tools and records say."""
        return hide_spelt(text, self.spelt)


class Projects:
    """Projects by id, each read again after a moment: today's policy judges, not last week's."""

    def __init__(self, store: Store, seconds: float, key_ring: KeyRing = NO_KEYS) -> None:
        self._store = store
        self._seconds = seconds
        self._key_ring = key_ring
        self._kept: dict[str, tuple[float, Project]] = {}
        self._reading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._prices: dict[str, tuple[str, PriceList]] = {}
        """By project: the version of its price table that was read last. A version never changes."""

    async def get(self, organization_id: str, project_id: str) -> Project:
        """As it was at most so many seconds ago. One run reads it for all that need it in that moment:
        otherwise every run of the process would read it again at the same instant."""
        if (project := self._known(project_id)) is not None:
            return project
        async with self._reading[project_id]:
            if (project := self._known(project_id)) is not None:
                return project
            read_at = time.monotonic()
            row = await self._store.load_project(organization_id, project_id)
            prices = await self._prices_of(organization_id, project_id, row.get("prices"))
            project = _project(row, organization_id, self._key_ring, prices)
            self._kept[project_id] = (read_at, project)
            return project

    async def _prices_of(self, organization_id: str, project_id: str, version: str | None) -> PriceList:
        if version is None:
            return SHIPPED_LIST
        known, prices = self._prices.get(project_id, ("", SHIPPED_LIST))
        if known != version:
            rows = await self._store.load_prices(organization_id, version)
            prices = PriceList(Price.of(row) for row in rows)
            self._prices[project_id] = (version, prices)
        return prices

    def _known(self, project_id: str) -> Project | None:
        kept = self._kept.get(project_id)
        return kept[1] if kept is not None and time.monotonic() - kept[0] < self._seconds else None


def _project(row: Mapping[str, Any], organization_id: str, key_ring: KeyRing, prices: PriceList) -> Project:
    data_key = partial(_data_key, row.get("data_key"), organization_id, key_ring)
    credentials = {
        name: _credential(item, organization_id, data_key)
        for name, item in (row.get("credentials") or {}).items()
    }
    by_id = {credential.id: credential for credential in credentials.values()}
    connections = {key: _connection(item, by_id) for key, item in (row.get("connections") or {}).items()}
    values = {credential.value for credential in credentials.values()}
    values |= {connection.key() for connection in connections.values()}
    # Also the last word of each: a service echoes the key without its `Bearer`.
    words = {word for value in values if value for word in (value, value.split(" ")[-1])}
    return Project(
        rules=tuple(PolicyRule.model_validate(rule) for rule in row.get("rules") or ()),
        variables=row.get("variables") or {},
        credentials=credentials,
        connections=connections,
        spelt=spellings(words),
        prices=prices,
        servers={key: _server(item, by_id) for key, item in (row.get("servers") or {}).items()},
        quarantined=frozenset(row.get("quarantined") or ()),
        out=frozenset(row.get("out") or ()),
    )


def _data_key(stored: Mapping[str, str] | None, organization_id: str, key_ring: KeyRing) -> DataKey:
    if stored is None:
        raise CannotOpen("The organization has no data key.")
    wrapped = WrappedKey(stored["kek_id"], b64decode(stored["wrapped"]))
    return key_ring.open_data_key(wrapped, organization_id)


def _credential(
    item: Mapping[str, Any], organization_id: str, data_key: Callable[[], DataKey]
) -> StoredCredential:
    source = SecretSource(
        organization=organization_id,
        secret=item["id"],
        sealed=b64decode(item["sealed"]) if item["sealed"] else None,
        sealed_version=item["sealed_version"],
        variable=item["secret_variable"],
    )
    return StoredCredential(
        item["id"], item["name"], item["host"], item["header"], item["prefix"], value_of(source, data_key)
    )


def _server(item: Mapping[str, Any], credentials: Mapping[str, StoredCredential]) -> StoredServer:
    return StoredServer(
        ServerPlace(item["id"], item["name"], item["url"], float(item["timeout_seconds"])),
        credentials.get(item["credential_id"]) if item["credential_id"] else None,
    )


def _connection(item: Mapping[str, Any], credentials: Mapping[str, StoredCredential]) -> StoredConnection:
    return StoredConnection(
        spec=ConnectionSpec.of(
            str(item["id"]),
            item["provider"],
            item["base_url"],
            item["script"],
            item["capabilities"],
            model_capabilities=item["model_capabilities"],
            transport=item["transport"],
            history=item["history"],
        ),
        max_in_flight=item["max_in_flight"],
        version=item["version"],
        secret_variable=item["secret_variable"],
        credential=credentials.get(item["credential_id"]) if item["credential_id"] else None,
    )
