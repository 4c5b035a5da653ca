"""What an adapter is told about the connection it speaks over. The secret travels beside it, never in it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from agents_app.capabilities import Capabilities, capabilities_of


@dataclass(frozen=True, slots=True)
class ConnectionSpec:
    """A stored model connection, as a run uses it."""

    id: str
    provider: str
    """Name of an adapter in `orchestration.providers.registry`."""
    base_url: str | None = None
    script: str | None = None
    """Scripted only: the name of a script, or a JSON object with replies."""
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    """Names of request parameters (and `tools`, `images`, `usage`); False = the endpoint refuses it, so it is
    never sent. What is not named is taken to work."""
    model_capabilities: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The same by the name of a model."""
    transport: str = "sdk"
    history: str = "client"

    @classmethod
    def of(
        cls,
        id: str,
        provider: str,
        base_url: str,
        script: Any,
        capabilities: Mapping[str, Any] | None,
        *,
        model_capabilities: Mapping[str, Any] | None = None,
        transport: str = "sdk",
        history: str = "client",
    ) -> Self:
        """From the columns of a row: an empty address is none, a script is a name or an object."""
        return cls(
            id=id,
            provider=provider,
            base_url=base_url or None,
            script=script if script is None or isinstance(script, str) else json.dumps(script),
            capabilities=capabilities or {},
            model_capabilities=model_capabilities or {},
            transport=transport,
            history=history,
        )

    def of_model(self, model: str) -> Capabilities:
        """What one of its models takes."""
        return capabilities_of(self.provider, model, self.capabilities, self.model_capabilities)
