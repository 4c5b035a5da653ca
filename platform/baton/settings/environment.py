"""The environment, read once and typed. Everything a deployment may say to Baton is a field here."""

import json
from pathlib import Path
from typing import Literal
from urllib.parse import quote, urlsplit, urlunsplit

from pydantic import Field, PrivateAttr, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from baton.telemetry.choice import Choice, exporters_of

Role = Literal["web", "worker", "super", "owner", "staff"]

CHECKOUT = Path(__file__).resolve().parents[3]


class Environment(BaseSettings):
    """Names are the environment variables in lower case (`BATON_WEB_URL` is `baton_web_url`)."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True)

    baton_env: Literal["dev", "test", "prod"] = "dev"
    baton_role: Role = "web"
    """Which database role this process connects as."""
    baton_web_url: str | None = None
    baton_worker_url: str | None = None
    baton_super_url: str | None = None
    baton_owner_url: str | None = None
    baton_staff_url: str | None = None
    """For the staff's pages of a web process. Without it, or DATABASE_URL and passwords, there are none."""
    database_url: str | None = None
    baton_db_passwords: Path | None = None
    """A JSON file role -> password: how a role's address is made from DATABASE_URL's host and database."""
    redis_url: str = "redis://127.0.0.1:6379/0"
    baton_secret_key: str | None = None
    baton_keks: SecretStr = SecretStr("")
    """`id:base64 of 32 bytes,...`: what wraps the keys of stored secrets. The first wraps, all unwrap."""
    baton_secrets_from_environment: bool = False
    """Whether organizations may name a BATON_SECRET_... of the workers as the source of a secret. They share
    the environment, and could have it sent to hosts of theirs: for installations of one organization."""
    baton_data: Path = CHECKOUT / ".baton"
    baton_signing_key: SecretStr = SecretStr("")
    """Base64 of 32 bytes: the Ed25519 key that signs exported projects. Without it they are unsigned."""
    baton_known_signers: str = ""
    """`name=ed25519:key,...`: other installations whose exports are told by name."""
    baton_egress_allow: str = ""
    """`host:port,...`: exactly these may be loopback or private, and may speak plain http."""
    baton_allowed_hosts: str = "127.0.0.1,localhost,[::1]"
    baton_url: str = "http://127.0.0.1:8000"
    baton_queue: str = "baton"
    baton_instance: str = "baton"
    """Suffix of cookie names on http: cookies ignore ports, two instances on one host must not mix."""
    baton_lease_seconds: float = Field(default=15.0, gt=0)
    baton_renew_seconds: float = Field(default=4.0, gt=0)
    baton_reap_seconds: float = Field(default=2.0, gt=0)
    baton_rering_seconds: float = Field(default=5.0, gt=0)
    baton_slots: int = Field(default=1000, gt=0)
    baton_max_claims: int = Field(default=5, gt=0)
    baton_max_queued: int = Field(default=10_000, gt=0)
    """Runs that one organization may have queued where nothing else is said of it; then a start is a 429."""
    baton_requests_per_second: int = Field(default=1000, ge=0)
    """REST requests of one organization where nothing else is said of it; 0 is no limit."""
    baton_web_threads: int = Field(default=8, gt=0)
    baton_live_threads: int = Field(default=4, gt=0)
    """Threads in which `live` asks the database, beside those of the web application behind it."""
    baton_live_flush_ms: int = Field(default=20, ge=1)
    """How long `live` gathers events of a run before it sends them on."""
    baton_live_sockets: int = Field(default=2000, gt=0)
    """Sockets and streams of one `live` process."""
    baton_live_sockets_per_organization: int = Field(default=500, gt=0)
    baton_live_recheck_seconds: float = Field(default=30.0, gt=0, le=30)
    """How often `live` looks whether who listens still may."""
    baton_demo_organization: str = ""
    """Slug of the organization that `baton up` makes to try things in; it shows how to decide."""

    otel_traces_exporter: str = "none"
    otel_logs_exporter: str = "none"
    otel_exporter_otlp_protocol: str = ""
    otel_exporter_otlp_traces_protocol: str = ""
    otel_exporter_otlp_logs_protocol: str = ""
    otel_sdk_disabled: str = ""
    """These are the standard's; OpenTelemetry reads the others of its variables itself."""
    baton_telemetry_content: bool = False
    """Whether spans hold what was said: prompts, replies, arguments and results."""

    _passwords: dict[str, str] | None = PrivateAttr(default=None)

    def has_role_url(self, role: Role) -> bool:
        """Whether `role_url` has anything to make an address from."""
        return bool(getattr(self, f"baton_{role}_url") or self.database_url)

    def role_url(self, role: Role) -> str:
        """The database address of a role: its own variable, else DATABASE_URL with that role's password.

        Raises ValueError naming the missing variable.
        """
        given: str | None = getattr(self, f"baton_{role}_url")
        if given:
            return given
        if not self.database_url:
            raise ValueError(
                f"BATON_{role.upper()}_URL is not set, and there is no DATABASE_URL to make it from"
            )
        if self.baton_db_passwords is None:
            return self.database_url
        password = json.loads(self.baton_db_passwords.read_text())[f"baton_{role}"]
        parts = urlsplit(self.database_url)
        place = parts.hostname or "127.0.0.1"
        port = f":{parts.port}" if parts.port else ""
        netloc = f"baton_{role}:{quote(password)}@{place}{port}"
        return urlunsplit(parts._replace(netloc=netloc))

    @property
    def has_staff(self) -> bool:
        """Whether this process has an address for the staff's pages, which is never one of another role."""
        return bool(self.baton_staff_url or (self.database_url and self.baton_db_passwords))

    def telemetry(self, process: str) -> Choice:
        """What this process exports; spans are made by workers alone."""
        is_off = self.otel_sdk_disabled.strip().lower() == "true"
        traces = self.otel_exporter_otlp_traces_protocol or self.otel_exporter_otlp_protocol
        logs = self.otel_exporter_otlp_logs_protocol or self.otel_exporter_otlp_protocol
        return Choice(
            service=f"baton-{process}",
            traces=() if is_off or process != "worker" else exporters_of(self.otel_traces_exporter, traces),
            logs=() if is_off else exporters_of(self.otel_logs_exporter, logs),
            content=self.baton_telemetry_content,
        )

    @property
    def allowed_hosts(self) -> list[str]:
        return [host.strip() for host in self.baton_allowed_hosts.split(",") if host.strip()]

    @property
    def connections(self) -> int:
        """How many to the database one serving process may hold: each of its threads one."""
        return self.baton_web_threads + self.baton_live_threads + 2

    @property
    def is_https(self) -> bool:
        return self.baton_url.startswith("https://")


BATON = Environment()
