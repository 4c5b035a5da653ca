"""What may be said of a connection beside its address: the same for a file, a form and a request. Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from agents_app.providers import PROVIDERS

MOST_IN_FLIGHT: Final = 10_000
MAX_MODELS: Final = 200
_NAME: Final = re.compile(r"[a-z][a-z0-9_.-]{0,59}")
_LONGEST_MODEL: Final = 200


def connection_problems(
    provider: str,
    capabilities: Mapping[str, Any],
    model_capabilities: Mapping[str, Any],
    history: str,
    max_in_flight: int | None,
) -> Iterator[tuple[str, str]]:
    """Every problem in words, with the field it is of."""
    for problem in _capability_problems(capabilities):
        yield "capabilities", problem
    if len(model_capabilities) > MAX_MODELS:
        yield "model_capabilities", f"At most {MAX_MODELS} models."
    for model, own in model_capabilities.items():
        if not model.strip() or len(model) > _LONGEST_MODEL:
            yield "model_capabilities", f"A model has a name of 1 to {_LONGEST_MODEL} characters."
        if not isinstance(own, Mapping):
            yield "model_capabilities", f"What {model[:60]!r} can do are names and values."
            continue
        for problem in _capability_problems(own):
            yield "model_capabilities", f"{model[:60]}: {problem}"
    if history == "server" and not PROVIDERS[provider].keeps_history:
        yield "history", f"{provider} does not remember conversations; write client."
    if max_in_flight is not None and not 1 <= max_in_flight <= MOST_IN_FLIGHT:
        yield "max_in_flight", f"A number from 1 to {MOST_IN_FLIGHT}."


def _capability_problems(capabilities: Mapping[str, Any]) -> Iterator[str]:
    for name, value in capabilities.items():
        if not _NAME.fullmatch(name):
            yield f"{name[:60]!r} is no name of a capability: small letters, digits, _ . and -."
        elif not isinstance(value, bool | int):
            yield f"{name!r} is true, false or a number."
