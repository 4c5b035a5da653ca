"""The OpenAPI document says what is enforced."""

import json
from typing import Any

import pytest
from django.test import Client
from openapi_spec_validator import validate
from people import People

from baton.api.documents import _document
from baton.api.errors import STATUS_OF_CODE


@pytest.fixture
def document(people: People) -> dict[str, Any]:
    _document.cache_clear()
    answer = Client().get("/api/schema/")
    _document.cache_clear()
    result: dict[str, Any] = json.loads(answer.content)
    return result


def test_the_document_is_valid_open_api_3_1(document: dict[str, Any]) -> None:
    validate(document)

    assert document["openapi"] == "3.1.0"


def test_every_operation_lists_its_refusals_and_headers(document: dict[str, Any]) -> None:
    operations = [
        each
        for path, methods in document["paths"].items()
        for each in methods.values()
        if path.startswith("/api/v1/projects")
    ]

    assert {each["operationId"] for each in operations} == {
        "list_projects",
        "make_project",
        "get_project",
        "change_project",
    }
    for operation in operations:
        refusals = {status for status, response in operation["responses"].items() if "$ref" in response}
        assert {"400", "401", "403", "503"} <= refusals
        references = {each.get("$ref", "").rsplit("/", 1)[-1] for each in operation["parameters"]}
        assert {"Project", "RequestId"} <= references
        assert operation["security"] == [{"apiKey": []}, {"session": []}]
        assert "Needs the scope" in operation["description"]


def test_an_operation_describes_its_own_headers_filters_and_codes(document: dict[str, Any]) -> None:
    listed, made = (document["paths"]["/api/v1/projects"][method] for method in ("get", "post"))
    changed = document["paths"]["/api/v1/projects/{project_id}"]["patch"]

    names = {each["name"] for each in listed["parameters"] if "name" in each}
    assert names == {"limit", "cursor", "slug", "role", "number", "project"}
    assert "409 `already_exists`" in made["description"]
    assert {"$ref": "#/components/parameters/IdempotencyKey"} in made["parameters"]
    assert {"$ref": "#/components/parameters/IfMatch"} in changed["parameters"]
    assert {"404", "412", "428"} <= set(changed["responses"])


def test_every_code_is_listed(document: dict[str, Any]) -> None:
    codes = document["components"]["schemas"]["ErrorCode"]["enum"]

    assert set(codes) == {*STATUS_OF_CODE, "account_suspended"}
    assert set(document["components"]["securitySchemes"]) == {"apiKey", "session"}
