"""Which model the demo runs on: the scripted one, or a real one where the environment names one."""

from collections.abc import Mapping
from dataclasses import replace

from agents_app.definition import ConnectionDefinition, Definition

KEY = "OPENAI_API_KEY"
BASE_URL = "OPENAI_BASE_URL"
MODEL = "OPENAI_MODEL"
DEFAULT_MODEL = "gpt-5-mini"


def choose_model(definition: Definition, environ: Mapping[str, str]) -> Definition:
    """The definition with every agent on the real model, or as it is where none is named."""
    base_url, has_key = environ.get(BASE_URL, ""), bool(environ.get(KEY))
    if not (base_url or has_key):
        return definition
    model = environ.get(MODEL) or DEFAULT_MODEL
    connections = tuple(
        ConnectionDefinition(
            name=each.name,
            provider="openai_chat",
            base_url=base_url or None,
            secret_variable=KEY if has_key else None,
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
    return "|".join((str(bool(environ.get(KEY))), environ.get(BASE_URL, ""), environ.get(MODEL, "")))
