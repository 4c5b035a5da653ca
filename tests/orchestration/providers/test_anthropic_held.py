"""What of a JSON Schema the messages API is asked to hold an answer to."""

from typing import Any

import pytest
from anthropic import transform_schema

from orchestration.providers.anthropic_messages.held import held

TEXT = {"type": "string"}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def closed(*required: str, **properties: Any) -> dict[str, Any]:
    return {**of(**properties), "required": list(required), "additionalProperties": False}


@pytest.mark.parametrize(
    ("schema", "sent"),
    [
        (of(a=TEXT), closed(a=TEXT)),
        ({**of(a=TEXT), "required": ["a"]}, closed("a", a=TEXT)),
        (of(a={"type": "array", "items": of(b=TEXT)}), closed(a={"type": "array", "items": closed(b=TEXT)})),
        (of(n={"type": "integer", "minimum": 1, "multipleOf": 2}), closed(n={"type": "integer"})),
        (of(a={**TEXT, "maxLength": 5, "pattern": "^x", "format": "phone"}), closed(a=TEXT)),
        (of(a={**TEXT, "format": "date"}), closed(a={**TEXT, "format": "date"})),
        (of(a={"type": "array", "items": TEXT, "minItems": 1}),) * 2,
        (of(a={"type": "array", "items": TEXT, "minItems": 3}), of(a={"type": "array", "items": TEXT})),
        (of(a={"enum": ["x", None, 1]}), closed(a={"enum": ["x", None, 1]})),
        (of(a={**TEXT, "const": "x"}), closed(a={"const": "x"})),
        (of(a={"type": ["string", "null"]}), closed(a={"anyOf": [TEXT, {"type": "null"}]})),
        (of(a={"oneOf": [TEXT, of(b=TEXT)]}), closed(a={"anyOf": [TEXT, closed(b=TEXT)]})),
        ({**of(a={**TEXT, "title": "A", "default": "x"}), "description": "D"},) * 2,
        (
            {**of(a={"$ref": "#/$defs/p"}, b={"$ref": "#/definitions/q"}), "$defs": {"p": of(c=TEXT)},
             "definitions": {"q": TEXT}},
            {**closed(a={"$ref": "#/$defs/p"}, b={"$ref": "#/$defs/q"}),
             "$defs": {"p": closed(c=TEXT), "q": TEXT}},
        ),
    ],
    ids=str,
)  # fmt: skip
def test_what_can_be_held_is_sent_closed_and_without_bounds(
    schema: dict[str, Any], sent: dict[str, Any]
) -> None:
    expected = {"required": [], "additionalProperties": False, **sent}
    if "default" in str(sent):
        expected["properties"] = {"a": {**TEXT, "title": "A"}}

    assert held(schema) == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {**of(a=TEXT), "additionalProperties": True},
        of(a={"type": "object", "additionalProperties": TEXT}),
        {**of(a=TEXT), "patternProperties": {"^x": TEXT}},
        {**of(a=TEXT), "required": ["b"]},
        {**of(a=TEXT), "allOf": [of(b=TEXT)]},
        {**of(a=TEXT), "anyOf": [{"required": ["a"]}]},
        of(a={"$ref": "#/$defs/missing"}),
        of(a={"$ref": "https://example.com/schema"}),
        {**of(a={"$ref": "#/$defs/tree"}), "$defs": {"tree": of(next={"$ref": "#/$defs/tree"})}},
        of(a={}),
        of(a=True),
        of(a={"type": "array"}),
        of(a={"type": "array", "prefixItems": [TEXT], "items": TEXT}),
        of(a={"enum": [{"b": 1}]}),
        {"type": "array", "items": TEXT},
        of(**{f"p{number}": TEXT for number in range(25)}),
        {
            **of(**{f"p{number}": {"type": ["string", "null"]} for number in range(17)}),
            "required": [f"p{number}" for number in range(17)],
        },
    ],
    ids=str,
)
def test_what_the_api_would_refuse_or_narrow_is_not_asked_for(schema: dict[str, Any]) -> None:
    assert held(schema) is None


def test_it_asks_for_nothing_that_the_sdk_would_write_otherwise() -> None:
    schema = of(
        status={"enum": ["open", "closed"]},
        lines={"type": "array", "items": {**of(n={"type": "integer"}), "required": ["n"]}, "minItems": 1},
        note={"anyOf": [{**TEXT, "format": "date"}, {"type": "null"}]},
    )
    sent = held(schema)

    assert sent is not None
    assert transform_schema(sent) == sent
