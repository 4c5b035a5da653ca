"""JSON at the door: what a reader must refuse, with which code and place, and what it must still accept."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baton.core.errors import BatonError
from baton.core.strict_json import MAX_SAFE_INTEGER, loads

REFUSED = [
    pytest.param(b"", "invalid_json", id="empty"),
    pytest.param(b"{", "invalid_json", id="cut"),
    pytest.param(b"[1,]", "invalid_json", id="comma"),
    pytest.param(b"{'a':1}", "invalid_json", id="quotes"),
    pytest.param(b"1 2", "invalid_json", id="two values"),
    pytest.param(b'"\xff"', "invalid_json", id="latin-1"),
    pytest.param('{"a":1}'.encode("utf-16"), "invalid_json", id="utf-16"),
    pytest.param(b'\xef\xbb\xbf{"a":1}', "invalid_json", id="byte order mark"),
    pytest.param(b'"tab\there"', "invalid_json", id="raw control character"),
    pytest.param(b"[01]", "invalid_json", id="leading zero"),
    pytest.param(b"]" * 100, "invalid_json", id="only closing"),
    pytest.param(b'{"to":"a","to":"b"}', "duplicate_key", id="duplicate"),
    pytest.param(b'{"a":1,"\\u0061":2}', "duplicate_key", id="duplicate by escape"),
    pytest.param(b'[{"x":{"k":1,"k":1}}]', "duplicate_key", id="nested duplicate"),
    pytest.param(b"NaN", "invalid_number", id="NaN"),
    pytest.param(b"[-Infinity]", "invalid_number", id="minus infinity"),
    pytest.param(b'{"a":1e400}', "invalid_number", id="1e400"),
    pytest.param(b"1" * 200_000, "invalid_number", id="200,000 digits"),
    pytest.param(b"0." + b"1" * 200_000, "invalid_number", id="200,000 decimals"),
    pytest.param(b"1e" + b"9" * 200, "invalid_number", id="long exponent"),
    pytest.param(b"[" * 200_000, "too_deep", id="200,000 open brackets"),
    pytest.param(b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "too_deep", id="200,000 objects"),
    pytest.param(b"[" * 33 + b"]" * 33, "too_deep", id="33 levels"),
    pytest.param(b"[[],[]," + b"[{}," * 32, "too_deep", id="deep after siblings, cut"),
    pytest.param(b'"a\\u0000"', "invalid_character", id="escaped NUL"),
    pytest.param(b'"a\x00"', "invalid_character", id="raw NUL"),
    pytest.param(b'{"\\u0000":1}', "invalid_character", id="NUL in a key"),
    pytest.param(b'"\\ud800"', "invalid_character", id="high alone"),
    pytest.param(b'"\\uDC00"', "invalid_character", id="low alone"),
    pytest.param(b'"\\ud800\\ud800\\udc00"', "invalid_character", id="two high"),
    pytest.param(b'"\\ud83d x\\ude00"', "invalid_character", id="torn pair"),
    pytest.param(b'"\\ud83d\\n"', "invalid_character", id="high before another escape"),
    pytest.param(b'"\xed\xa0\x80"', "invalid_character", id="encoded surrogate"),
    pytest.param('"\ud800"', "invalid_character", id="surrogate in str"),
]


@pytest.mark.requirement(
    "promises 7.1", "promises 7.2", "promises 7.3", "promises 7.5", "promises 7.6", "promises 7.7"
)
@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_a_text_with_no_single_safe_meaning_is_refused_with_its_code_and_place(
    text: bytes | str, code: str
) -> None:
    with pytest.raises(BatonError) as caught:
        loads(text)

    assert caught.value.code == code
    assert set(caught.value.details) == {"offset", "line", "column"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"a":[1,2.5,"x",true,null]}', {"a": [1, 2.5, "x", True, None]}),
        (b"[" * 32 + b"]" * 32, None),
        (b'"[[[[{{{{"', "[[[[{{{{"),
        (b'"\\\\u0000"', "\\u0000"),
        (b'"\\\\\\ud83d\\ude00"', "\\\N{GRINNING FACE}"),
        (b'"\\ud83d\\ude00"', "\N{GRINNING FACE}"),
        (b'"\\"[\\""', '"["'),
        (b'{"a":{"k":1},"b":{"k":1},"k":1}', {"a": {"k": 1}, "b": {"k": 1}, "k": 1}),
        (b"9007199254740993", 9007199254740993),
        (b" \r\n\t1 ", 1),
        ('"ä"', "ä"),
    ],
)
def test_a_proper_text_is_read(text: bytes | str, value: Any) -> None:
    result = loads(text)

    assert value is None or result == value


@pytest.mark.parametrize(
    ("text", "offset", "line", "column"),
    [
        (b'{"a": 1,\n "a": 2}', 10, 2, 2),
        (b'["NaN",\n\nNaN]', 9, 3, 1),
        (b"[[[", 2, 1, 3),
        (b'{"x": "ok",\n "y": "\\ud800"}', 19, 2, 8),
        (b"[1, x]", 4, 1, 5),
    ],
)
def test_the_place_is_that_of_the_culprit(text: bytes, offset: int, line: int, column: int) -> None:
    with pytest.raises(BatonError) as caught:
        loads(text, max_depth=2)

    assert caught.value.details == {"offset": offset, "line": line, "column": column}


@pytest.mark.requirement("promises 7.4")
@pytest.mark.parametrize("number", [MAX_SAFE_INTEGER + 1, -MAX_SAFE_INTEGER - 1, 10**40])
def test_an_integer_beyond_2_53_is_refused_where_asked(number: int) -> None:
    with pytest.raises(BatonError) as caught:
        loads(str(number), safe_integers=True)

    assert caught.value.code == "unsafe_integer"
    assert loads(str(MAX_SAFE_INTEGER), safe_integers=True) == MAX_SAFE_INTEGER


@pytest.mark.parametrize("text", [b'"123456789"', '"123456789"', '"' + "ä" * 5 + '"'])
def test_a_text_larger_than_the_limit_is_refused_by_its_bytes(text: bytes | str) -> None:
    with pytest.raises(BatonError) as caught:
        loads(text, max_bytes=10)

    assert caught.value.code == "body_too_large"


@pytest.mark.parametrize(
    "text",
    [b"[" * 5_000_000, b'"\\' * 2_500_000, b"[]," * 3_000_000 + b"[" * 40, b'"' + b"\\u0041" * 800_000],
)
def test_hostile_megabytes_are_refused_in_bounded_time(text: bytes) -> None:
    begun = time.process_time()

    with pytest.raises(BatonError):
        loads(text)

    assert time.process_time() - begun < 10


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")), inner, max_size=4
        )
    ),
    max_leaves=20,
)


@given(value=_JSON, escaped=st.booleans())
def test_whatever_can_be_written_is_read_back_equal(value: Any, escaped: bool) -> None:
    assert loads(json.dumps(value, ensure_ascii=escaped), max_depth=64) == value


@given(st.text(alphabet='[]{}",:\\u0d8e19.-aNtf \n', max_size=60))
def test_a_random_text_is_read_or_refused_but_never_breaks(text: str) -> None:
    try:
        loads(text)
        code = "read"
    except BatonError as error:
        code = error.code

    known = {"read", "invalid_json", "duplicate_key", "invalid_number", "too_deep", "invalid_character"}
    assert code in known
