"""Whom an agent asks: its own model, then its fallbacks in order. A target is a place in that list. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents_app.spec import AgentSpec


@dataclass(frozen=True, slots=True)
class Target:
    """A model of a connection, and the settings it is asked with."""

    number: int
    """0: the agent's own model, n: its n-th fallback."""
    connection_id: str
    model: str
    settings: Mapping[str, Any]


def target_of(spec: AgentSpec, number: int) -> Target:
    """The agent's target of that number; its settings are its own, not those of the model before it."""
    if number == 0:
        return Target(0, spec.connection_id, spec.model, spec.settings)
    fallback = spec.fallbacks[number - 1]
    return Target(number, fallback.connection_id, fallback.model, fallback.settings)


def following(spec: AgentSpec, number: int) -> Target | None:
    """The one to ask when a target is given up."""
    return target_of(spec, number + 1) if number < len(spec.fallbacks) else None
