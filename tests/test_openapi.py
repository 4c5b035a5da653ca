"""The OpenAPI document of the whole API: valid, complete, and as wide as what it describes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from routes import ROOT, routes

HERE = Path(__file__).resolve().parents[1]
DOCUMENT: dict[str, Any] = json.loads((HERE / "docs" / "openapi.json").read_text())


def operations() -> dict[str, dict[str, Any]]:
    return {
        f"{method.upper()} {path.removeprefix(f'/{ROOT}')}": operation
        for path, methods in DOCUMENT["paths"].items()
        for method, operation in methods.items()
        if path.startswith(f"/{ROOT}")
    }


def fields() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of every component, by its place."""
    for name, schema in DOCUMENT["components"]["schemas"].items():
        for field, of_field in schema.get("properties", {}).items():
            yield f"{name}.{field}", of_field


def test_the_document_is_valid() -> None:
    validate(DOCUMENT)


def test_every_route_is_an_operation_and_every_operation_a_route() -> None:
    assert set(operations()) == set(routes())


def test_every_operation_has_a_name_of_its_own_and_says_what_it_answers() -> None:
    found = operations()
    names = [operation["operationId"] for operation in found.values()]

    assert len(names) == len(set(names))
    for name, operation in found.items():
        fine = [status for status in operation["responses"] if status.startswith("2")]
        assert len(fine) == 1, name
        answer = operation["responses"][fine[0]]
        assert fine == ["204"] or "schema" in answer["content"]["application/json"], name
        assert operation["summary"], name


def test_a_header_that_is_read_is_described() -> None:
    found = operations()

    for name, route in routes().items():
        references = {each.get("$ref", "").rsplit("/", 1)[-1] for each in found[name].get("parameters", ())}
        assert ("IfMatch" in references) == route.says("if_match"), name
        assert ("IdempotencyKey" in references) == route.says("idempotent"), name


@pytest.mark.requirement("case A06")
def test_a_field_of_any_json_is_valid_for_any_json() -> None:
    anything = [
        name for name, schema in fields() if not set(schema) - {"description", "readOnly", "writeOnly"}
    ]
    types = (HERE / "frontend" / "src" / "api" / "schema.d.ts").read_text()

    assert {"CallShown.arguments", "CardInRun.arguments", "ConnectionShown.script"} <= set(anything)
    assert [name for name, schema in fields() if {} in schema.get("oneOf", ())] == []
    by_name = dict(fields())
    for name in anything:
        for value in (None, True, 1, 1.5, "text", [1, {}], {"a": None}):
            Draft202012Validator(by_name[name]).validate(value)
        # Clients made from the document take a list too: the type that ours is given is no object's.
        assert f" {name.split('.')[1]}: unknown;" in types or f" {name.split('.')[1]}?: unknown;" in types
