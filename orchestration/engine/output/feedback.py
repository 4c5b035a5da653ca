"""What a model is told: the form its answer must have, and what was wrong with the last one."""

from collections.abc import Mapping
from typing import Any

from baton.core.canonical import canonical_text


def demand(schema: Mapping[str, Any]) -> str:
    """At the end of the instructions. Also where the provider holds the model to the schema: it then knows
    what the fields mean."""
    return (
        "Your final answer is exactly one JSON object and nothing else: no words around it, no code fence. "
        f"It fits this JSON Schema:\n{canonical_text(dict(schema))}"
    )


def feedback(problem: str) -> str:
    """After an answer that could not be used; the answer itself stands before it in the conversation."""
    return (
        f"Your previous response could not be used. {problem}\n"
        "Repeat it with only the errors fixed: one JSON object that fits the schema, and nothing else."
    )
