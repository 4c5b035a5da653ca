"""What a runner is told at its start. It reads no Django settings: tests start runners directly."""

from dataclasses import dataclass

from baton.egress.allow import AllowList
from baton.secrets.sealing import NO_KEYS, KeyRing
from orchestration.runner.circuits import USUAL_RULES, CircuitRules


@dataclass(frozen=True, slots=True)
class RunnerSettings:
    database_url: str
    allow: AllowList
    lease_seconds: float = 15.0
    renew_seconds: float = 4.0
    look_seconds: float = 5.0
    """How often a runner looks for work by itself, should every doorbell be lost."""
    slots: int = 1_000
    max_claims: int = 5
    drain_seconds: float = 5.0
    """How long running tool calls may go on after a shutdown or a cancel."""
    project_seconds: float = 1.0
    """How long a project's policy and variables may be used before they are read again."""
    key_ring: KeyRing = NO_KEYS
    """What opens the stored secrets. Empty: only those of the environment are there."""
    bus_url: str | None = None
    """The Valkey whose channel tells the `live` processes what was recorded. None: nobody is told."""
    bus_channel: str = ""
    circuit: CircuitRules = USUAL_RULES
    """When a provider that answers nobody is not asked any more, and when it is asked again."""
