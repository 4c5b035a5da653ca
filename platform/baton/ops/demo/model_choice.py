"""Which model the demo runs on: the scripted one, or a real one where the environment names one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from agents_app.definition import ConnectionDefinition, Definition


@dataclass(frozen=True, slots=True)
class Vendor:
    """Whose API is spoken, and which model is asked where none is named."""

    provider: str
    prefix: str
    """Of its three variables."""
    default_model: str

    @property
    def key(self) -> str:
        return f"{self.prefix}_API_KEY"

    @property
    def base_url(self) -> str:
        return f"{self.prefix}_BASE_URL"

    @property
    def model(self) -> str:
        return f"{self.prefix}_MODEL"


VENDORS = (
    Vendor("openai_chat", "OPENAI", "gpt-5-mini"),
    Vendor("anthropic_messages", "ANTHROPIC", "claude-haiku-4-5"),
)
"""The first that is named wins."""
BASE_URLS = tuple(vendor.base_url for vendor in VENDORS)


def choose_model(definition: Definition, environ: Mapping[str, str]) -> Definition:
    """The definition with every agent on the real model, or as it is where none is named."""
    vendor = next((each for each in VENDORS if environ.get(each.base_url) or environ.get(each.key)), None)
    if vendor is None:
        return definition
    model = environ.get(vendor.model) or vendor.default_model
    connections = tuple(
        ConnectionDefinition(
            name=each.name,
            provider=vendor.provider,
            base_url=environ.get(vendor.base_url) or None,
            secret_variable=vendor.key if environ.get(vendor.key) else None,
        )
        for each in definition.connections
    )
    agents = tuple(replace(agent, model=model) for agent in definition.agents)
    return replace(definition, connections=connections, agents=agents)


def is_scripted(definition: Definition) -> bool:
    """Whether no model is asked."""
    return all(each.provider == "scripted" for each in definition.connections)


def model_named_by(environ: Mapping[str, str]) -> str:
    """One text that differs when another model is chosen; it holds no secret."""
    return "|".join(
        said
        for vendor in VENDORS
        for said in (
            str(bool(environ.get(vendor.key))),
            environ.get(vendor.base_url, ""),
            environ.get(vendor.model, ""),
        )
    )
