"""What becomes of an OpenAPI document: tools with everything they need, and words for what could not be one."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents_app.definition.content import Around, check_content
from agents_app.kinds import Kind
from agents_app.openapi import Imported, Operation, read_openapi
from agents_app.openapi.imported import USUAL_VARIABLE
from baton.core.errors import Unprocessable

HERE = Path(__file__).parent
OWN = HERE.parents[2] / "docs" / "openapi.json"


@pytest.fixture(scope="module")
def shop() -> Imported:
    return read_openapi((HERE / "shop.yaml").read_text(), "SHOP_URL")


@pytest.fixture(scope="module")
def tickets() -> Imported:
    return read_openapi((HERE / "tickets.json").read_text())


def operation(imported: Imported, key: str) -> Operation:
    return next(each for each in imported.operations if each.key == key)


def content(imported: Imported, key: str) -> dict[str, Any]:
    found = operation(imported, key).content
    assert found is not None
    return found


def codes(imported: Imported, key: str) -> list[str]:
    return [problem.code for problem in operation(imported, key).problems]


def test_a_document_says_what_it_is_and_where(shop: Imported) -> None:
    assert (shop.title, shop.version) == ("Shop", "2.4")
    assert shop.base_urls == ("https://eu.shop.example/v2",)
    assert [(each.code, each.pointer) for each in shop.problems] == [
        ("relative_server", "/servers/1/url"),
        ("needs_credential", "/security"),
    ]


def test_an_operation_becomes_the_whole_content_of_a_tool(shop: Imported) -> None:
    assert content(shop, "POST /orders/{order}/refunds") == {
        "description": "Refund an order",
        "effect": "keyed",
        "risk": "medium",
        "sentence": "Refund an order: order {order}, amount {amount}, currency {currency}",
        "arguments": {
            "amount": {"type": "number", "maximum": 1000},
            "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
            "note?": {"type": ["string", "null"]},
            "order": {"type": "string"},
        },
        "request": "POST {SHOP_URL}/orders/{order}/refunds",
        "body": ["amount", "currency", "note"],
        "headers": {"Api-Version": "2026-01-01"},
    }


@pytest.mark.parametrize(
    ("key", "name", "effect", "risk"),
    [
        ("GET /orders", "listOrders", "read_only", "low"),
        ("POST /orders", "placeOrder", "at_most_once", "high"),
        ("GET /orders/{ID}", "orders_get_one", "read_only", "low"),
        ("PUT /orders/{ID}", "replaceOrder", "natural", "medium"),
        ("DELETE /orders/{ID}", "delete_orders_ID", "natural", "high"),
        ("POST /orders/{order}/refunds", "issueRefund", "keyed", "medium"),
        ("HEAD /export", "head_export", "read_only", "low"),
    ],
)
def test_name_effect_and_risk_are_proposed(
    shop: Imported, key: str, name: str, effect: str, risk: str
) -> None:
    found = operation(shop, key)

    assert (found.name, found.effect.value, found.risk.value) == (name, effect, risk)


def test_two_operations_of_one_id_get_two_names(tickets: Imported) -> None:
    assert [each.name for each in tickets.operations][:2] == ["add_comment", "add_comment_2"]


def test_names_that_clash_are_resolved_and_told(shop: Imported) -> None:
    replace = content(shop, "PUT /orders/{ID}")

    assert replace["request"] == "PUT {SHOP_URL}/orders/{id_in_path}"
    assert set(replace["arguments"]) == {"id", "amount", "id_in_path"}
    assert replace["body"] == ["id", "amount"]
    assert "query" not in replace
    assert codes(shop, "PUT /orders/{ID}") == ["optional_body", "name_clash", "renamed"]


def test_what_a_tool_cannot_send_is_left_out_and_told_with_its_place(shop: Imported) -> None:
    listing = content(shop, "GET /orders")

    assert listing["query"] == ["status", "page"]
    assert listing["arguments"]["status?"]["items"]["enum"] == ["open", "paid", "no"]
    assert listing["arguments"]["page?"] == {"type": ["integer", "null"], "exclusiveMinimum": 0}
    assert [(each.code, each.pointer) for each in operation(shop, "GET /orders").problems] == [
        ("header_parameter", "/components/parameters/Tenant"),
        ("invalid_argument_name", "/paths/~1orders/get/parameters/2"),
        ("unsupported_parameter", "/paths/~1orders/get/parameters/3"),
        ("cookie_parameter", "/paths/~1orders/get/parameters/4"),
    ]


def test_a_schema_without_end_is_left_open_there(shop: Imported) -> None:
    place = content(shop, "POST /orders")

    assert place["arguments"]["lines"]["items"]["properties"]["parts"] == {"type": "array", "items": {}}
    assert place["arguments"]["customer"] == {"type": "string"}
    assert place["arguments"]["big?"] == {"type": "integer"}
    assert codes(shop, "POST /orders") == ["unsafe_pattern", "recursive", "header_parameter"]


@pytest.mark.parametrize(
    ("key", "code"),
    [("POST /orders/{order}/invoice", "body_not_json"), ("HEAD /export", "unsupported_method")],
)
def test_what_cannot_be_a_tool_says_why(shop: Imported, key: str, code: str) -> None:
    assert operation(shop, key).content is None
    assert codes(shop, key) == [code]


@pytest.mark.parametrize(
    ("key", "code"), [("POST /search", "body_of_several_forms"), ("POST /import", "body_not_object")]
)
def test_a_body_that_has_no_one_set_of_names_is_no_tool(tickets: Imported, key: str, code: str) -> None:
    assert operation(tickets, key).content is None
    assert codes(tickets, key) == [code]


def test_an_answer_that_is_no_json_is_read_as_text(shop: Imported) -> None:
    assert content(shop, "GET /export")["response"] == "text"
    assert "response" not in content(shop, "GET /orders")


def test_references_of_every_kind_are_followed(tickets: Imported) -> None:
    comment = content(tickets, "POST /tickets/{ticket}/comments")

    assert comment["arguments"] == {
        "text": {"type": "string", "minLength": 1, "description": "What to say."},
        "public?": {},
        "notify?": {"type": ["boolean", "null"], "default": True},
        "ticket": {"type": "integer"},
    }
    assert comment["sentence"] == "Comment on {{ticket}}: ticket {ticket}, text {text}"
    assert codes(tickets, "POST /tickets/{ticket}/comments") == ["deprecated"]


def test_notes_tell_what_a_call_will_not_do(tickets: Imported) -> None:
    assert codes(tickets, "PATCH /tickets/{ticket}") == ["own_servers", "other_json", "forms_not_checked"]
    assert codes(tickets, "GET /echo/{undescribed}") == ["undescribed"]


def test_nothing_outside_is_ever_fetched(tickets: Imported) -> None:
    assert [each.code for each in tickets.problems] == ["external_reference"]
    assert content(tickets, "GET /half-outside")["arguments"] == {"a?": {}}
    assert codes(tickets, "GET /half-outside") == ["external_reference"]


@pytest.mark.parametrize(
    ("base", "beginning"),
    [
        (None, "https://tickets.example"),
        ("TICKETS_URL", "{TICKETS_URL}"),
        ("https://eu.tickets.example:8443/v1/", "https://eu.tickets.example:8443/v1"),
    ],
)
def test_requests_begin_with_a_variable_or_an_address(base: str | None, beginning: str) -> None:
    imported = read_openapi((HERE / "tickets.json").read_text(), base)

    assert content(imported, "GET /echo/{undescribed}")["request"] == f"GET {beginning}/echo/{{undescribed}}"


@pytest.mark.parametrize(
    "base", ["", "shop_url", "ftp://x", "https://user@x", "https://x/{ID}", "https://x?y"]
)
def test_a_base_that_is_neither_is_refused(base: str) -> None:
    with pytest.raises(Unprocessable) as refused:
        read_openapi((HERE / "tickets.json").read_text(), base)

    assert refused.value.field == "base"


@pytest.mark.parametrize("file", [HERE / "shop.yaml", HERE / "tickets.json", OWN])
def test_every_content_is_one_that_could_be_published(file: Path) -> None:
    imported = read_openapi(file.read_text())
    around = Around(variables=(USUAL_VARIABLE,))
    checked = [
        check_content(Kind.TOOL, each.name, each.content, around)
        for each in imported.operations
        if each.content is not None
    ]

    assert checked
    assert [each.problems for each in checked if each.problems] == []


def test_most_of_our_own_document_can_be_tools() -> None:
    imported = read_openapi(OWN.read_text())
    described = sum(map(len, json.loads(OWN.read_text())["paths"].values()))

    assert len(imported.operations) == described
    start = content(imported, "POST /api/v1/runs")
    assert (start["effect"], start["request"]) == ("keyed", "POST {API_URL}/api/v1/runs")
