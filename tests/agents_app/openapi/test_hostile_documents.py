"""Documents that mean harm, or nothing: answered in bounded time, with nothing fetched and no crash."""

import json
import socket
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents_app.definition.content import Around, check_content
from agents_app.kinds import Kind
from agents_app.openapi import read_openapi
from agents_app.openapi.findings import InvalidOpenApi
from agents_app.openapi.imported import MAX_OPERATIONS, USUAL_VARIABLE
from baton.core.errors import TooLarge

LIVENESS = 60.0
"""Ten times what the worst document may take on a busy machine."""


def document(paths: Any, **parts: Any) -> str:
    return json.dumps({"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": paths, **parts})


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens a socket here fails."""

    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("a document must not open a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("swagger: '2.0'\npaths: {}", "Swagger 2.0"),
        ('{"swagger": "2.0"}', "Swagger 2.0"),
        ("openapi: 3.2.0", "3.2.0"),
        ("openapi: 3.10.0", "3.10.0"),
        ("openapi: [3]", "3.0 and 3.1"),
        ("hello", "no names and values"),
        ("", "no names and values"),
        ("- openapi: 3.1.0", "no names and values"),
        ("a: b: c", "neither JSON nor YAML"),
        ("a: \x07", "neither JSON nor YAML"),
        ('{"openapi": "3.1.0",', "not JSON"),
        ('{"openapi": "3.1.0", "openapi": "3.1.0"}', "twice"),
        ("openapi: 3.1.0\nopenapi: 3.1.0", "twice"),
        ("openapi: 3.1.0\n---\nopenapi: 3.1.0", "more than one"),
        ("openapi: 3.1.0\n? [a]\n: b", "A key is a text"),
        ('openapi: "3.1.0\\0"', "NUL"),
        ("openapi: 1e999", "larger than any number"),
        ("a: &x [lol]\nopenapi: 3.1.0\nb: *x", "aliases"),
        ("[" * 5_000, ""),
        ('{"a":' * 5_000, "deeper"),
        ("a: " + "[" * 100 + "]" * 100, "deeper"),
    ],
)
def test_what_is_no_document_is_refused_in_clear_words(text: str, words: str) -> None:
    with pytest.raises(InvalidOpenApi) as refused:
        read_openapi(text)

    assert refused.value.code == "invalid_openapi"
    assert words in refused.value.message


def test_a_billion_laughs_are_not_laughed() -> None:
    lines = ["openapi: 3.1.0", "a0: &a0 lol"]
    lines += [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]" for level in range(1, 10)]

    with pytest.raises(InvalidOpenApi, match="aliases"):
        read_openapi("\n".join(lines))


def test_a_tag_constructs_nothing() -> None:
    imported = read_openapi(
        "openapi: 3.1.0\ninfo: {title: !!python/object/apply:os.system ['true']}\npaths: {}"
    )

    assert imported.title == ""


def test_more_than_a_mebibyte_is_not_read() -> None:
    with pytest.raises(TooLarge):
        read_openapi("é" * 600_000)


def test_ten_thousand_operations_are_answered_with_the_first() -> None:
    paths = {f"/p{number}": {"get": {"summary": "s"}} for number in range(10_000)}
    began = time.monotonic()

    imported = read_openapi(document(paths))

    assert len(imported.operations) == MAX_OPERATIONS
    assert [each.code for each in imported.problems] == ["too_many_operations"]
    assert time.monotonic() - began < LIVENESS


def test_a_schema_that_every_operation_unfolds_is_bounded() -> None:
    schemas = {
        f"S{level}": {
            "type": "object",
            "properties": {f"p{each}": {"$ref": f"#/components/schemas/S{level + 1}"} for each in range(8)},
        }
        for level in range(11)
    } | {"S11": {"type": "string"}}
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}}
    paths = {f"/p{number}": {"post": {"requestBody": body}} for number in range(300)}
    began = time.monotonic()

    imported = read_openapi(document(paths, components={"schemas": schemas}))

    assert {each.problems[0].code for each in imported.operations} == {"too_large"}
    assert imported.problems[0].code == "too_large"
    assert time.monotonic() - began < LIVENESS


def _object(properties: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **more}


def _get(**parts: Any) -> dict[str, Any]:
    return {"x": {"get": parts}}


_BODY = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}
_LARGE: dict[str, dict[str, Any]] = {
    "list": {"A": _object({"a": {"enum": [f"v{each}" for each in range(80_000)]}})},
    "name": {"A": _object({"a": _object({"n" * 900_000: {}})})},
    "default": {"A": _object({"a": {"default": "n" * 900_000}})},
    "description": {"A": _object({"a": {"description": "n" * 900_000}})},
    "required": {"A": _object({"a": {}}, required=[f"r{each}" for each in range(80_000)])},
    "read only": {"A": _object({f"r{each}": {"readOnly": True} for each in range(20_000)})},
    "patterns": {"A": _object({f"p{each}": {"pattern": f"[a-z{each}]?" * 30} for each in range(1_800)})},
    "all of": {"A": {"allOf": [{"$ref": "#/components/schemas/B"}] * 5_000}, "B": _object({"a": {}})},
    "names": {"A": _object({f"p{each}": {"type": "string", "enum": ["a"]} for each in range(40)})},
}
_SHARED: dict[str, dict[str, Any]] = {
    "words": _get(summary="s " * 200_000, operationId="o-" * 100_000, description="d " * 100_000),
    "answers": _get(responses={f"2{each:05}": {"content": {"text/x": {}}} for each in range(20_000)}),
    "cookies": _get(parameters=[{"name": f"c{each}", "in": "cookie"} for each in range(200)]),
    "query": _get(parameters=[{"name": f"q{each}", "in": "query", "schema": {}} for each in range(200)]),
    "long reference": {"x": {"get": {"parameters": [{"$ref": "#" + "/a" * 400_000}]}}},
}


@pytest.mark.parametrize("which", _LARGE)
def test_what_is_large_once_is_not_read_for_each_that_refers_to_it(which: str) -> None:
    paths = {f"/p{number}": {"post": {"requestBody": _BODY}} for number in range(600)}
    began = time.monotonic()

    read_openapi(document(paths, components={"schemas": _LARGE[which]}))

    assert time.monotonic() - began < LIVENESS


@pytest.mark.parametrize("which", _SHARED)
def test_a_large_operation_that_every_path_refers_to_is_bounded(which: str) -> None:
    paths = {f"/p{number}": {"$ref": "#/x"} for number in range(600)}
    began = time.monotonic()

    imported = read_openapi(document(paths, **_SHARED[which]))

    assert time.monotonic() - began < LIVENESS
    shown = sum(len(str(each)) for each in imported.operations)
    assert shown < 20_000_000


@pytest.mark.parametrize(
    "reference",
    [
        "#/components/schemas/Round",
        "http://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
        "other.yaml#/a",
        "#/nothing/here",
        "#anchor",
        "#/paths/99999999999999999999",
    ],
)
def test_a_reference_to_nothing_good_ends_in_words(reference: str) -> None:
    around = {"schemas": {"Round": {"$ref": "#/components/schemas/Round"}}}
    query = {"name": "a", "in": "query", "schema": {"$ref": reference}}
    paths = {
        "/schema": {"get": {"parameters": [query]}},
        "/parameter": {"get": {"parameters": [{"$ref": reference}]}},
        "/body": {"post": {"requestBody": {"$ref": reference}}},
        "/item": {"$ref": reference},
    }

    imported = read_openapi(document(paths, components=around))

    problems = [problem for each in imported.operations for problem in each.problems]
    assert len(imported.operations) == 3
    assert all(problem.code.endswith("_reference") or problem.code == "recursive" for problem in problems)
    assert len(problems) == 3
    assert len(imported.problems) == 1


@pytest.mark.parametrize(
    "path",
    ["/a?b={c}", "/a#b", "/a b", "/ä", "/{a", "/a}", "/../b", "/a/./b", "/%2e%2e", "/%zz", "/a\\b", "/\n"],
)
def test_a_path_that_leads_elsewhere_is_no_tool(path: str) -> None:
    imported = read_openapi(document({path: {"get": {}}}))

    assert imported.operations[0].content is None
    assert "invalid_path" in {problem.code for problem in imported.operations[0].problems}


# Anything that JSON can hold, at any place of a document.
_NAMES = st.text(st.sampled_from("aZ_-.{}[]?/~ \u202eé0\n'\":#"), max_size=6)
_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
_JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=5,
)
_REFERENCE = st.sampled_from(
    ["#/components/schemas/A", "#/components/schemas/B", "#/components/parameters/P", "#/nope", "http://x/y"]
).map(lambda target: {"$ref": target})
_TYPE = st.sampled_from(
    ["string", "number", "integer", "boolean", "object", "array", "null", "file", ["string", "null"]]
)
_KEYWORDS = st.fixed_dictionaries(
    {},
    optional={
        "type": _TYPE,
        "nullable": st.booleans(),
        "enum": st.lists(_JUNK, max_size=3),
        "default": _JUNK,
        "minimum": _JUNK,
        "exclusiveMinimum": st.booleans() | _JUNK,
        "maxLength": _JUNK,
        "pattern": _NAMES,
        "format": _NAMES,
        "description": _NAMES,
        "required": st.lists(st.sampled_from(["a", "b", "c"]), max_size=3),
        "readOnly": st.booleans(),
        "x-any": _JUNK,
    },
)
_SCHEMA = st.recursive(
    _KEYWORDS | _REFERENCE | _JUNK,
    lambda inner: st.builds(
        lambda base, more: {**base, **more},
        _KEYWORDS,
        st.fixed_dictionaries(
            {},
            optional={
                "properties": st.dictionaries(
                    st.sampled_from(["a", "b", "c", "null", "1", "if"]) | _NAMES, inner, max_size=3
                ),
                "items": inner,
                "additionalProperties": inner,
                "allOf": st.lists(inner, max_size=2),
                "anyOf": st.lists(inner, max_size=2),
                "not": inner,
            },
        ),
    ),
    max_leaves=6,
)
_PARAMETER = (
    st.fixed_dictionaries(
        {
            "name": st.sampled_from(["a", "b", "ID", "Api-Version", "Idempotency-Key", "Host"]) | _NAMES,
            "in": st.sampled_from(["path", "query", "header", "cookie", "body"]),
            "schema": _SCHEMA,
        },
        optional={"required": st.booleans(), "style": _NAMES, "explode": st.booleans(), "content": _JUNK},
    )
    | _REFERENCE
)
_OPERATION = st.fixed_dictionaries(
    {},
    optional={
        "operationId": _NAMES | _JUNK,
        "summary": _TEXT | _JUNK,
        "description": _TEXT | _JUNK,
        "parameters": st.lists(_PARAMETER, max_size=4),
        "requestBody": st.fixed_dictionaries(
            {
                "content": st.dictionaries(
                    st.sampled_from(["application/json", "text/plain", "application/x+json"]),
                    st.fixed_dictionaries({"schema": _SCHEMA}) | _JUNK,
                    max_size=2,
                )
            },
            optional={"required": st.booleans()},
        )
        | _REFERENCE,
        "responses": _JUNK,
        "deprecated": _JUNK,
    },
)
_ITEM = st.dictionaries(
    st.sampled_from(["get", "post", "put", "patch", "delete"]), _OPERATION, min_size=1, max_size=3
)
_COMPONENTS = st.fixed_dictionaries(
    {
        "schemas": st.fixed_dictionaries({"A": _SCHEMA, "B": _SCHEMA}),
        "parameters": st.fixed_dictionaries({"P": _PARAMETER}),
    }
)
_SENSIBLE = st.fixed_dictionaries(
    {
        "openapi": st.sampled_from(["3.0.3", "3.1.0"]),
        "paths": st.dictionaries(
            st.sampled_from(["/a", "/a/{a}", "/a/{ID}/{b}"]), _ITEM, min_size=1, max_size=2
        ),
        "components": _COMPONENTS,
    }
)
_SENSELESS = st.fixed_dictionaries(
    {
        "openapi": st.sampled_from(["3.0.3", "3.1.0"]),
        "paths": st.dictionaries(_NAMES, _ITEM | _REFERENCE | _JUNK, max_size=3),
    },
    optional={
        "info": st.fixed_dictionaries({"title": _JUNK, "version": _JUNK}) | _JUNK,
        "servers": st.lists(st.fixed_dictionaries({"url": _NAMES}) | _JUNK, max_size=2) | _JUNK,
        "components": _JUNK,
        "security": _JUNK,
    },
)


@given(_SENSIBLE)
@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_whatever_a_document_says_each_content_could_be_published(root: dict[str, Any]) -> None:
    imported = read_openapi(json.dumps(root))

    names = [each.name for each in imported.operations]
    assert len(set(names)) == len(names)
    around = Around(variables=(USUAL_VARIABLE,))
    for each in imported.operations:
        if each.content is None:
            assert each.problems
        else:
            assert check_content(Kind.TOOL, each.name, each.content, around).problems == ()


@given(_SENSELESS)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_nonsense_at_any_place_is_no_crash(root: dict[str, Any]) -> None:
    for each in read_openapi(json.dumps(root)).operations:
        assert each.content is not None or each.problems
