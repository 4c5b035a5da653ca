"""The arguments of a tool call: read strictly, refused with every reason, never guessed."""

import time

import pytest

from agents_app.arguments import CompiledSchema, InvalidArguments, canonical, parse_arguments
from baton.core.errors import BatonError

REFUND = CompiledSchema(
    {
        "type": "object",
        "required": ["order", "amount"],
        "properties": {
            "order": {"type": "string", "pattern": r"^NL-\d{4}$"},
            "amount": {"type": "number", "exclusiveMinimum": 0},
            "note": {"type": ["string", "null"], "default": "none"},
        },
        "additionalProperties": False,
    }
)
ANYTHING = CompiledSchema({"type": "object"})
NOTHING = CompiledSchema({"type": "object", "properties": {}, "additionalProperties": False})


def refusal(text: str | None, schema: CompiledSchema) -> InvalidArguments:
    with pytest.raises(InvalidArguments) as caught:
        parse_arguments(text, schema)
    return caught.value


@pytest.mark.requirement("case T01")
@pytest.mark.requirement("case T02")
@pytest.mark.requirement("case T14")
@pytest.mark.parametrize("text", [None, "", "  \n", "null", " null "])
def test_no_arguments_in_any_spelling_are_an_empty_object(text: str | None) -> None:
    assert parse_arguments(text, NOTHING) == {}


@pytest.mark.requirement("case T01")
@pytest.mark.parametrize("text", [None, "", "null"])
def test_no_arguments_where_some_are_required_name_each_missing_one(text: str | None) -> None:
    error = refusal(text, REFUND)

    assert error.code == "invalid_arguments"
    assert [problem.message for problem in error.problems] == [
        "'order' is a required property",
        "'amount' is a required property",
    ]


@pytest.mark.requirement("promises 7.2")
@pytest.mark.requirement("promises 7.3")
@pytest.mark.requirement("promises 7.4")
@pytest.mark.requirement("promises 7.5")
@pytest.mark.requirement("promises 7.6")
@pytest.mark.requirement("promises 7.7")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"a": 1, "a": 2}', "duplicate_key"),
        ('{"a": {"b": 1, "b": 1}}', "duplicate_key"),
        ('{"a": NaN}', "invalid_number"),
        ('{"a": -Infinity}', "invalid_number"),
        ('{"a": 1e400}', "invalid_number"),
        ('{"a": 9007199254740992}', "unsafe_integer"),
        ('{"a": [-9007199254740993]}', "unsafe_integer"),
        ('{"a": 1e20}', "unsafe_integer"),
        ('{"a": ' + "9" * 200_000 + "}", "body_too_large"),
        ('{"a": ' + "9" * 20_000 + "}", "invalid_number"),
        ('{"a":' * 33 + "1" + "}" * 33, "too_deep"),
        ("[" * 30_000, "too_deep"),
        ('{"a": "\\u0000"}', "invalid_character"),
        ('{"a": "\\ud83d end"}', "invalid_character"),
        ('{"a\\udc00": 1}', "invalid_character"),
        ('{"a": "' + "x" * 70_000 + '"}', "body_too_large"),
        ('{"order": "NL-1042", "amou', "invalid_json"),
        ('{"p": "a"}{"p": "b"}', "invalid_json"),
        ("{'a': 1}", "invalid_json"),
        ('[{"a": 1}]', "invalid_arguments"),
        ('"NL-1042"', "invalid_arguments"),
        ("42", "invalid_arguments"),
        ("true", "invalid_arguments"),
    ],
)
def test_what_has_no_single_safe_meaning_is_refused(text: str, code: str) -> None:
    assert refusal(text, ANYTHING).code == code


def test_the_depth_and_size_that_are_allowed_are_read() -> None:
    deepest = '{"a":' * 32 + "1" + "}" * 32
    largest = '{"a": "' + "x" * (64 * 1024 - 9) + '"}'

    assert parse_arguments(deepest, ANYTHING)["a"]
    assert len(parse_arguments(largest, ANYTHING)["a"]) == 64 * 1024 - 9


@pytest.mark.requirement("promises 7.49")
def test_every_problem_is_told_with_its_place() -> None:
    error = refusal('{"order": "NL-10", "amount": -1, "to": "me"}', REFUND)

    assert [(problem.path, problem.message) for problem in error.problems] == [
        ("", "Additional properties are not allowed ('to' was unexpected)"),
        ("/amount", "-1 is less than or equal to the minimum of 0"),
        ("/order", r"'NL-10' does not match '^NL-\\d{4}$'"),
    ]
    assert error.details["problems"][1]["path"] == "/amount"


@pytest.mark.requirement("promises 7.49")
def test_nothing_is_coerced_and_no_default_is_filled_in() -> None:
    assert parse_arguments('{"order": "NL-1042", "amount": 5}', REFUND) == {"order": "NL-1042", "amount": 5}
    assert refusal('{"order": "NL-1042", "amount": "5"}', REFUND).code == "invalid_arguments"
    assert refusal('{"order": 1042, "amount": 5}', REFUND).code == "invalid_arguments"
    assert refusal('{"order": "NL-1042", "amount": true}', REFUND).code == "invalid_arguments"


@pytest.mark.requirement("case T15")
def test_the_word_none_stays_a_text() -> None:
    arguments = parse_arguments('{"order": "NL-1042", "amount": 5, "note": "None"}', REFUND)

    assert arguments["note"] == "None"


def test_a_pattern_ends_where_the_text_ends_and_knows_ascii_digits_only() -> None:
    assert refusal('{"order": "NL-1042\\n", "amount": 5}', REFUND).problems[0].path == "/order"
    assert refusal('{"order": "NL-١٠٤٢", "amount": 5}', REFUND).problems[0].path == "/order"


@pytest.mark.requirement("promise P17")
def test_what_is_returned_is_the_canonical_form() -> None:
    arguments = parse_arguments('{"order": "NL-1042", "amount": 240.0}', REFUND)

    assert list(arguments) == ["amount", "order"]
    assert type(arguments["amount"]) is int
    assert canonical(arguments) == b'{"amount":240,"order":"NL-1042"}'


def test_composed_and_decomposed_letters_stay_different() -> None:
    composed = parse_arguments('{"\\u00e9": 1}', ANYTHING)
    decomposed = parse_arguments('{"e\\u0301": 1}', ANYTHING)

    assert canonical(composed) != canonical(decomposed)


def test_many_problems_are_bounded_in_number_and_length() -> None:
    schema = CompiledSchema({"type": "object", "additionalProperties": {"type": "integer"}})
    text = "{" + ",".join(f'"k{n}": "{"x" * 500}"' for n in range(100)) + "}"

    error = refusal(text, schema)

    assert len(error.problems) == 21
    assert error.problems[-1].message == "and 80 more problems"
    assert all(len(problem.message) <= 300 for problem in error.problems)


def test_unique_items_of_64_kib_are_judged_in_little_time() -> None:
    schema = CompiledSchema({"type": "object", "properties": {"a": {"type": "array", "uniqueItems": True}}})
    text = '{"a": [' + ",".join(f'{{"k":{n}}}' for n in range(6_000)) + "]}"
    began = time.monotonic()

    parse_arguments(text, schema)

    assert time.monotonic() - began < 5


def test_a_long_text_is_not_tried_against_a_pattern() -> None:
    schema = CompiledSchema({"type": "object", "properties": {"a": {"type": "string", "pattern": "x*x*x*y"}}})

    error = refusal('{"a": "' + "x" * 60_000 + '"}', schema)

    assert "too long for the pattern" in error.message


@pytest.mark.parametrize("reference", ["http://127.0.0.1:9/schema", "#/$defs/none", "#/properties/a"])
def test_a_reference_that_leads_nowhere_or_in_a_circle_refuses_the_call(reference: str) -> None:
    schema = CompiledSchema({"type": "object", "properties": {"a": {"$ref": reference}}})

    error = refusal('{"a": 1}', schema)

    assert "refers to itself without end, or to nothing" in error.message


def test_a_refusal_is_an_error_of_baton() -> None:
    assert isinstance(refusal("[]", ANYTHING), BatonError)
