"""Schemas of tools: brought to one form, and refused with a named reason where they could do harm."""

from typing import Any

import pytest

from agents_app.patterns import matches, why_unsafe
from agents_app.schemas import normalise_schema
from baton.core.errors import Unprocessable


@pytest.mark.requirement("case T11")
def test_an_object_without_properties_gets_empty_ones_and_closes() -> None:
    assert normalise_schema({"type": "object"}) == {
        "type": "object",
        "properties": {},
        "additionalProperties": False,
    }


def test_what_is_said_of_additional_properties_is_kept() -> None:
    schema = {"type": "object", "properties": {}, "additionalProperties": {"type": "string"}}

    assert normalise_schema(schema) == schema


def test_the_given_schema_is_not_changed() -> None:
    given: dict[str, Any] = {"type": "object"}

    normalise_schema(given)["properties"]["a"] = {}

    assert given == {"type": "object"}


@pytest.mark.requirement("case T10")
@pytest.mark.requirement("case T16")
@pytest.mark.parametrize(
    ("schema", "code", "pointer"),
    [
        ({"type": "array"}, "schema_root_not_object", "/type"),
        ({"type": ["object", "null"]}, "schema_root_not_object", "/type"),
        ({}, "schema_root_not_object", "/type"),
        ([], "schema_not_an_object", None),
        ({"oneOf": [{"type": "object"}, {"type": "object"}]}, "schema_root_combination", "/oneOf"),
        ({"type": "object", "$ref": "#/$defs/a"}, "schema_root_combination", "/$ref"),
        ({"type": "object", "properties": {"a": {"type": "strin"}}}, "schema_invalid", "/properties/a/type"),
        ({"type": "object", "required": "a"}, "schema_invalid", "/required"),
        ({"type": "object", "required": ["a"]}, "schema_never_valid", "/required"),
        (
            {"type": "object", "$schema": "http://json-schema.org/schema#"},
            "schema_dialect",
            "/$schema",
        ),
        (
            {"type": "object", "properties": {"a": {"$ref": "https://evil.example/s"}}},
            "schema_remote_reference",
            "/properties/a/$ref",
        ),
        (
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}, "$defs": {"a": {}}},
            "schema_unknown_reference",
            "/properties/a/$ref",
        ),
        (
            {"type": "object", "properties": {"a": {"$ref": "#b"}}},
            "schema_unknown_reference",
            "/properties/a/$ref",
        ),
        (
            {"type": "object", "properties": {"a": {"$id": "https://evil.example/s"}}},
            "schema_identifier",
            "/properties/a/$id",
        ),
        (
            {"type": "object", "properties": {"a": {"type": "string", "pattern": "(a+)+$"}}},
            "schema_pattern_unsafe",
            "/properties/a/pattern",
        ),
        (
            {"type": "object", "properties": {"a": {"type": "object", "patternProperties": {"(a+)+$": {}}}}},
            "schema_pattern_unsafe",
            "/properties/a/patternProperties",
        ),
        ({"type": "object", "description": "x" * 40_000}, "schema_too_large", None),
        ({"type": "object", "maximum": 2**60}, "schema_invalid", None),
    ],
)
def test_a_schema_that_could_not_work_is_refused_by_name(schema: Any, code: str, pointer: str | None) -> None:
    with pytest.raises(Unprocessable) as caught:
        normalise_schema(schema)

    assert (caught.value.code, caught.value.field) == (code, pointer)


def test_a_schema_nested_without_end_is_refused_without_recursion() -> None:
    schema: dict[str, Any] = {"type": "object"}
    for _ in range(5_000):
        schema = {"type": "object", "properties": {"a": schema}}

    with pytest.raises(Unprocessable) as caught:
        normalise_schema(schema)

    assert caught.value.code == "schema_too_deep"


def test_a_reference_inside_the_schema_is_kept() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/b~1c"}, "tree": {"$ref": "#"}},
        "additionalProperties": False,
        "$defs": {"b/c": {"type": "string"}},
    }

    assert normalise_schema(schema) == schema


def test_names_and_values_that_look_like_keywords_are_left_alone() -> None:
    properties = {"pattern": {"type": "string"}, "$ref": {"type": "string", "default": {"$ref": "x"}}}

    assert normalise_schema({"type": "object", "properties": properties})["properties"] == properties


@pytest.mark.parametrize(
    "pattern",
    [r"^NL-\d{4}$", r"^[^@\s]+@[^@\s]+\.[a-z]{2,}$", r"^(EUR|USD)$", r"(\d{2}-){3}", r"[]a]+", r"^(\d+)?$"],
)
def test_patterns_of_bounded_time_are_accepted(pattern: str) -> None:
    assert why_unsafe(pattern) is None


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a|aa)*$",
        "((a?)b)+",
        "(a{1,9}){50}",
        "(.*)*",
        "a*a*a*a*b",
        r"(a)\1",
        "(?P<x>a)(?P=x)",
        "(",
        "[z-a]",
        "x" * 501,
        "(?:a+){2,}",
    ],
)
def test_patterns_that_may_run_for_ever_are_refused(pattern: str) -> None:
    assert why_unsafe(pattern) is not None


def test_patterns_are_read_as_json_schema_reads_them() -> None:
    assert matches("^a$", "a")
    assert not matches("^a$", "a\n")
    assert matches(r"\$[$]", "$$")
    assert not matches(r"^\d$", "٣")
