"""The text of a definition: what is refused, and that a text stays the text it looks like."""

import pytest

from agents_app.definition.diagnostics import Findings, InvalidDefinition, Position
from agents_app.definition.document import find, plain_value, read_document, to_plain


def findings_of(text: str) -> list[tuple[str, int, int]]:
    findings = Findings()
    read_document(text, findings)
    with pytest.raises(InvalidDefinition) as caught:
        findings.raise_if_any()
    return [(each.code, each.line, each.column) for each in caught.value.diagnostics]


def plain(text: str) -> object:
    findings = Findings()
    node = read_document(text, findings)
    findings.raise_if_any()
    assert node is not None
    return to_plain(node)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("True", "True"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("1:30", "1:30"),
        ("2026-01-01", "2026-01-01"),
        ("007", "007"),
        ("0x1f", "0x1f"),
        ("1_000", "1_000"),
        ("50", 50),
        ("-1", -1),
        ("50.5", 50.5),
        ("1e3", 1000.0),
        (".inf", ".inf"),
        (".nan", ".nan"),
    ],
)
def test_only_json_s_own_words_are_more_than_text(text: str, value: object) -> None:
    assert plain_value(text) == value
    assert type(plain_value(text)) is type(value)


def test_quoted_values_and_keys_are_always_text() -> None:
    assert plain("a: \"50\"\nb: '50'\nc: |\n  50\n50: x\ntrue: y\n") == {
        "a": "50",
        "b": "50",
        "c": "50\n",
        "50": "x",
        "true": "y",
    }


def test_a_merge_key_is_only_a_name() -> None:
    assert plain("<<: {a: 1}") == {"<<": {"a": 1}}


@pytest.mark.requirement("promises 7.6")
@pytest.mark.requirement("promises 7.63")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: [", [("invalid_yaml", 1, 5)]),
        ("a: b: c", [("invalid_yaml", 1, 5)]),
        ("a:\n\tb: 1", [("invalid_yaml", 2, 1)]),
        ("a: 1\nb: \x00", [("invalid_character", 2, 4)]),
        ("a: \ud83d", [("invalid_character", 1, 4)]),
        ('a: "b\\0c"', [("invalid_character", 1, 4)]),
        ('"a\\ud83d": 1', [("invalid_character", 1, 1)]),
        ("a: &x 1\nb: *x", [("anchor_not_allowed", 1, 4), ("anchor_not_allowed", 2, 4)]),
        ("a: !!python/object/apply:os.system [echo]", [("tag_not_allowed", 1, 4)]),
        ("a: !!str 1", [("tag_not_allowed", 1, 4)]),
        ("a: 1\n---\nb: 1", [("several_documents", 2, 1)]),
        ("[a, b]: 1", [("invalid_key", 1, 1)]),
        ("[" * 50_000, [("too_deep", 1, 41)]),
        ("a: 9007199254740993", [("unsafe_integer", 1, 4)]),
        ("a: 1e400", [("invalid_number", 1, 4)]),
        ("x" * (256 * 1024 + 1), [("definition_too_large", 1, 1)]),
    ],
)
def test_what_is_refused_is_refused_with_its_place(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert findings_of(text) == expected


def test_a_bomb_of_aliases_costs_nothing() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]

    assert {code for code, _, _ in findings_of("\n".join(lines))} == {"anchor_not_allowed"}


def test_a_pointer_finds_its_place_or_the_nearest_around_it() -> None:
    node = read_document("a:\n  b/c:\n    - x\n    - y\n", Findings())
    assert node is not None

    assert find(node, "/a/b~1c/1") == Position(4, 7)
    assert find(node, "/a/b~1c/9") == Position(2, 3)
    assert find(node, "/nothing") == Position(1, 1)
