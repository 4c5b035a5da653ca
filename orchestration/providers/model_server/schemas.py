"""What Anthropic's messages refuse of a schema for an answer, so that no adapter sends it unnoticed."""

from typing import Any

from orchestration.providers.model_server.api import Problem, Refusal

_WHERE = "output_config.format.schema"


def refuse_open_objects(schema: Any) -> None:
    """Raises Refusal for the first object in it that is not closed."""
    if isinstance(schema, list):
        for each in schema:
            refuse_open_objects(each)
    if not isinstance(schema, dict):
        return
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        message = f"{_WHERE}: For 'object' type, 'additionalProperties' must be explicitly set to false"
        raise Refusal(Problem(400, "invalid_value", message))
    for each in schema.values():
        refuse_open_objects(each)
