"""The one spelling of a JSON value, after the examples and rules of RFC 8785."""

from typing import Any

import pytest

from baton.core.canonical import canonical, canonical_digest, canonical_text


def test_the_example_of_the_rfc() -> None:
    value = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": '\u20ac$\u000f\nA\'B"\\\\"/',
        "literals": [None, True, False],
    }

    assert canonical_text(value) == (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )


def test_keys_are_ordered_by_utf_16_units() -> None:
    assert canonical_text({"\U0001f600": 1, "\ufb33": 2, "a": 3}) == '{"a":3,"\U0001f600":1,"\ufb33":2}'


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (-0.0, "0"), (1e21, "1e+21"), (0.1, "0.1")])
def test_equal_numbers_have_one_spelling(value: float, text: str) -> None:
    assert canonical_text(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2**53, -(2**53), "\ud83d", {1: 2}, {1, 2}])
def test_what_json_cannot_hold_safely_is_refused(value: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        canonical(value)


def test_the_digest_is_of_the_bytes() -> None:
    empty_object = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"

    assert canonical_digest({}) == empty_object
