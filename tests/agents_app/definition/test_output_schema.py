"""`output` of an agent: what a schema of an answer may be, and where it is refused."""

import pytest

from agents_app.definition import InvalidDefinition, read_definition

SMALL = """
baton: 1
connections:
  main: {provider: openai_chat, base_url: "https://models.example/v1", key_from_environment: OPENAI_API_KEY}
profiles:
  moods: {specialization: Moods, instructions: Say how it is.}
agents:
  desk:
    profile: moods
    connection: main
    model: m-1
"""
GOOD = "{type: object, properties: {mood: {type: string}}, required: [mood]}"


def with_output(schema: str) -> str:
    return f"{SMALL}    output: {schema}\n"


def test_a_schema_is_kept_in_its_one_form() -> None:
    [agent] = read_definition(with_output(GOOD)).agents

    assert agent.output_schema == {
        "type": "object",
        "properties": {"mood": {"type": "string"}},
        "required": ["mood"],
        "additionalProperties": False,
    }


def test_an_agent_without_one_answers_with_any_text() -> None:
    [agent] = read_definition(SMALL).agents

    assert agent.output_schema is None


@pytest.mark.parametrize(
    ("schema", "code", "column"),
    [
        ("5", "schema_not_an_object", 13),
        ("[a]", "schema_not_an_object", 13),
        ("{type: array}", "schema_root_not_object", 14),
        ("{type: object, oneOf: []}", "schema_root_combination", 28),
        (
            '{type: object, properties: {a: {$ref: "https://x.example/a"}}}',
            "schema_remote_reference",
            45,
        ),
        ("{type: object, properties: {a: {type: text}}}", "schema_invalid", 45),
        (f"{{type: object, description: {'x' * 40_000}}}", "schema_too_large", 13),
    ],
)
def test_a_schema_that_cannot_be_kept_to_is_refused_with_its_place(
    schema: str, code: str, column: int
) -> None:
    with pytest.raises(InvalidDefinition) as caught:
        read_definition(with_output(schema))

    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == code
    assert diagnostic.line == 12
    assert diagnostic.column == column
