"""Where a call goes and what it carries, as tables."""

from dataclasses import replace
from typing import Any

import pytest

from agents_app.arguments import InvalidArguments
from agents_app.tools.http.request import build_request, destination
from baton.egress.errors import EgressError, HostNotAllowed, InvalidHeader, InvalidUrl
from orchestration.engine.ports import CredentialValue

SHOP = {"SHOP_URL": "https://shop.example/v1", "BARE": "https://shop.example", "NAME": "shop"}


@pytest.mark.parametrize(
    ("template", "arguments", "expected"),
    [
        ("{SHOP_URL}/orders/{order}", {"order": "NL-1042"}, "/v1/orders/NL-1042"),
        ("{SHOP_URL}/orders/{order}", {"order": "a/b"}, "/v1/orders/a%2Fb"),
        ("{SHOP_URL}/orders/{order}", {"order": "a\\b"}, "/v1/orders/a%5Cb"),
        ("{SHOP_URL}/orders/{order}", {"order": "..a"}, "/v1/orders/..a"),
        ("{SHOP_URL}/orders/{order}", {"order": "%2e%2e"}, "/v1/orders/%252e%252e"),
        ("{SHOP_URL}/orders/{order}", {"order": "a?b=1#c"}, "/v1/orders/a%3Fb%3D1%23c"),
        ("{SHOP_URL}/orders/{order}", {"order": "ü €"}, "/v1/orders/%C3%BC%20%E2%82%AC"),
        ("{SHOP_URL}/orders/{order}", {"order": "@evil.example:80"}, "/v1/orders/%40evil.example%3A80"),
        ("{SHOP_URL}/orders/{order}", {"order": "{SHOP_URL}"}, "/v1/orders/%7BSHOP_URL%7D"),
        ("{SHOP_URL}/orders/{order}", {"order": 7}, "/v1/orders/7"),
        ("{SHOP_URL}/orders/{order}", {"order": 1.50}, "/v1/orders/1.5"),
        ("{SHOP_URL}/orders/{order}", {"order": True}, "/v1/orders/true"),
        ("{SHOP_URL}/{a}/{b}.json", {"a": "x", "b": "y"}, "/v1/x/y.json"),
        ("{BARE}/{a}", {"a": "x"}, "/x"),
        ("https://shop.example/{NAME}/{a}", {"a": "x"}, "/shop/x"),
        ("https://shop.example", {}, "/"),
    ],
)
def test_argument_stays_in_its_place_of_the_path(
    invoke: Any, template: str, arguments: Any, expected: str
) -> None:
    url, host = destination(invoke(template).tool, arguments, SHOP)

    assert (url, host) == (f"https://shop.example{expected}", "shop.example")


@pytest.mark.parametrize(
    "value",
    [
        "",
        ".",
        "..",
        "../admin",
        "a/../../admin",
        "..\\admin",
        "a/./b",
        "a\nb",
        "a\x00b",
        "\x7f",
        None,
        [],
        ["x"],
        {},
        {"a": 1},
    ],
)
def test_argument_that_leads_out_of_its_place_is_invalid(invoke: Any, value: Any) -> None:
    with pytest.raises(InvalidArguments) as refused:
        destination(invoke("{SHOP_URL}/orders/{order}").tool, {"order": value}, SHOP)

    assert refused.value.code == "invalid_arguments"
    assert refused.value.problems[0].path == "/order"


def test_missing_argument_of_the_path_is_invalid(invoke: Any) -> None:
    with pytest.raises(InvalidArguments):
        destination(invoke("{SHOP_URL}/orders/{order}").tool, {}, SHOP)


@pytest.mark.parametrize(
    ("template", "arguments"),
    [
        ("https://{tenant}.example/x", {"tenant": "evil"}),
        ("https://shop.example{suffix}/x", {"suffix": "evil"}),
        ("https://shop.example:{port}/x", {"port": 22}),
        ("{scheme}://shop.example/x", {"scheme": "http"}),
        ("{BARE}{order}", {"order": "x"}),
        ("{whole}", {"whole": "https://evil.example/"}),
        ("{UNKNOWN}/x", {}),
        ("{SHOP_URL}/{a}{b}/x", {"a": ".", "b": "."}),
        ("{SHOP_URL}/.{a}/x", {"a": "."}),
        ("{SHOP_URL}/../x", {}),
        ("{SHOP_URL}/%2e%2e/x", {}),
        ("file:///{a}", {"a": "x"}),
    ],
)
def test_template_that_lets_an_argument_choose_the_host_gives_no_address(
    invoke: Any, template: str, arguments: Any
) -> None:
    with pytest.raises((InvalidUrl, InvalidArguments)):
        destination(invoke(template).tool, arguments, SHOP)


@pytest.mark.parametrize(
    ("base", "host"),
    [
        ("http://127.0.0.1:9000/", "127.0.0.1:9000"),
        ("https://Shop.Example:443", "shop.example"),
        ("https://shop.example:8443", "shop.example:8443"),
        ("http://shop.example", "shop.example:80"),
        ("https://[2606:4700:0::1]", "[2606:4700::1]"),
        ("https://bücher.example", "xn--bcher-kva.example"),
    ],
)
def test_host_is_written_in_one_way(invoke: Any, base: str, host: str) -> None:
    assert destination(invoke("{SHOP_URL}/x").tool, {}, {"SHOP_URL": base})[1] == host


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        ({"q": "a b&c=d"}, "q=a%20b%26c%3Dd"),
        ({"q": "x", "tags": ["a", 1, None]}, "q=x&tags=a&tags=1&tags=null"),
        ({"q": None, "tags": []}, ""),
        ({}, ""),
        ({"q": False}, "q=false"),
        ({"q": {"a": 1}}, "q=%7B%22a%22%3A1%7D"),
        ({"other": "x"}, ""),
    ],
)
def test_query_holds_the_named_arguments(invoke: Any, arguments: Any, query: str) -> None:
    url, _ = destination(invoke("{SHOP_URL}/x", query=("q", "tags")).tool, arguments, SHOP)

    assert url == "https://shop.example/v1/x" + (f"?{query}" if query else "")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("all", b'{"amount":120,"note":"\xc3\xbc","order":"x"}'),
        (("amount", "missing"), b'{"amount":120}'),
        (None, None),
    ],
)
def test_body_is_canonical_json_of_the_named_arguments(
    invoke: Any, body: Any, expected: bytes | None
) -> None:
    arguments = {"order": "x", "amount": 120.0, "note": "ü"}

    request = build_request(invoke("{SHOP_URL}/r", arguments, method="POST", variables=SHOP, body=body))

    assert request.body == expected
    assert request.headers.get("content-type") == ("application/json" if expected else None)


def test_call_carries_its_key_and_the_headers_of_the_tool(invoke: Any) -> None:
    request = build_request(
        invoke("{SHOP_URL}/x", variables=SHOP, headers={"X-Team": "ops", "Accept": "text/csv"})
    )

    assert request.headers == {
        "user-agent": "Baton",
        "accept": "text/csv",
        "x-team": "ops",
        "idempotency-key": "tc_0123",
    }


def test_timeout_is_the_shorter_of_the_two(invoke: Any) -> None:
    assert build_request(invoke("{BARE}/", variables=SHOP, timeout=50, timeout_seconds=10)).timeout == 10
    assert build_request(invoke("{BARE}/", variables=SHOP, timeout=3, timeout_seconds=10)).timeout == 3


@pytest.mark.parametrize("name", ["Idempotency-Key", "idempotency-key", "Content-Type"])
def test_tool_does_not_set_what_baton_sets(invoke: Any, name: str) -> None:
    with pytest.raises(InvalidHeader):
        build_request(invoke("{BARE}/", variables=SHOP, headers={name: "x"}))


@pytest.mark.parametrize(
    ("bound", "base"),
    [
        ("shop.example", "https://shop.example"),
        ("SHOP.example:443", "https://shop.example"),
        ("shop.example:8443", "https://shop.example:8443"),
        ("127.0.0.1:9000", "http://127.0.0.1:9000"),
        ("[0:0::1]:9000", "http://[::1]:9000"),
    ],
)
def test_credential_goes_to_its_host(invoke: Any, bound: str, base: str) -> None:
    credential = CredentialValue("shop-key", bound, "X-Key", "s3cret-value")

    request = build_request(invoke("{BASE}/x", variables={"BASE": base}, credential=credential))

    assert request.headers["x-key"] == "s3cret-value"
    assert "s3cret" not in repr(request)


@pytest.mark.requirement("promises 7.59")
@pytest.mark.parametrize(
    "base",
    [
        "https://evil.example",
        "https://shop.example.evil.example",
        "https://sub.shop.example",
        "https://shop.example:8443",
        "http://shop.example",
        "http://shop.example:443/",
        "https://xn--shp-0na.example",
    ],
)
def test_credential_goes_nowhere_else(invoke: Any, base: str) -> None:
    credential = CredentialValue("shop-key", "shop.example", "X-Key", "s3cret-value")

    with pytest.raises(HostNotAllowed, match="belongs to") as refused:
        build_request(invoke("{BASE}/x", variables={"BASE": base}, credential=credential))

    assert "s3cret" not in refused.value.message


@pytest.mark.parametrize(
    "credential",
    [
        CredentialValue("k", "shop.example", "X-Key", ""),
        CredentialValue("k", "shop.example", "Idempotency-Key", "value"),
    ],
)
def test_credential_without_value_or_in_our_header_is_refused(
    invoke: Any, credential: CredentialValue
) -> None:
    with pytest.raises(InvalidHeader):
        build_request(invoke("{BARE}/x", variables=SHOP, credential=credential))


def test_tool_whose_credential_is_missing_sends_nothing(invoke: Any) -> None:
    credential = CredentialValue("k", "shop.example", "X-Key", "value")
    whole = invoke("{BARE}/x", variables=SHOP, credential=credential)

    with pytest.raises(EgressError, match="has no value"):
        build_request(replace(whole, credential=None))


def test_credential_that_the_tool_does_not_name_is_not_sent(invoke: Any) -> None:
    credential = CredentialValue("k", "shop.example", "X-Key", "value")
    plain = invoke("{BARE}/x", variables=SHOP)

    assert "x-key" not in build_request(replace(plain, credential=credential)).headers


def test_a_tool_is_told_of_the_trace_where_there_is_one(invoke: Any) -> None:
    invocation = invoke("{SHOP_URL}/orders")
    told = build_request(replace(invocation, variables=SHOP, traceparent="00-aa-bb-01"))

    assert told.headers["traceparent"] == "00-aa-bb-01"
    assert "traceparent" not in build_request(replace(invocation, variables=SHOP)).headers
