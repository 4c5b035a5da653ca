"""Long answers keep their head and tail."""

import pytest

from agents_app.tools.shorten import shorten


def test_text_that_fits_is_untouched() -> None:
    assert shorten("ü" * 50, 100) == "ü" * 50


@pytest.mark.parametrize("sign", ["x", "ü", "€", "😀"])
@pytest.mark.parametrize("limit", [200, 1000, 1003, 65536])
def test_long_text_keeps_head_and_tail_and_says_what_is_missing(sign: str, limit: int) -> None:
    text = "HEAD" + sign * 100_000 + "TAIL"

    short = shorten(text, limit)

    assert len(short.encode()) <= limit
    assert short.startswith("HEAD" + sign)
    assert short.endswith(sign + "TAIL")
    assert f"of {len(text.encode())} bytes are left out here]" in short
    assert "\ufffd" not in short


def test_missing_bytes_are_counted_exactly() -> None:
    assert shorten("a" * 1000, 500) == "a" * 300 + "\n[600 of 1000 bytes are left out here]\n" + "a" * 100
