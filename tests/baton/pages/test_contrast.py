"""Every text colour on every surface it lies on is 4.5:1 or more, control borders 3:1, in both schemes."""

import re
from itertools import product
from pathlib import Path

import pytest

import baton.pages

ROOT = Path(__file__).resolve().parents[3]
TOKENS = (Path(baton.pages.__file__).parent / "static" / "pages" / "tokens.css").read_text()
PAIRS = dict(re.findall(r"--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}, #[0-9a-f]{6})\)", TOKENS))
SURFACES = ("canvas", "surface", "sunken", "hover")
STATUSES = re.findall(r"--([a-z]+)-soft:", TOKENS)


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str, scheme: int) -> float:
    lights = sorted(luminance(PAIRS[name].split(", ")[scheme]) for name in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text_can_be_read(scheme: int) -> None:
    assert len(STATUSES) == 10
    pairs = [
        *product(("text", "text-2", "text-3", "accent"), SURFACES),
        *product(STATUSES, ("canvas", "surface")),
        *((status, f"{status}-soft") for status in STATUSES),
        *product(("text",), ("failed-soft", "approval-soft")),
        ("on-ink", "ink"),
        ("on-ink", "ink-hover"),
    ]

    assert [
        (pair, round(contrast(*pair, scheme), 2)) for pair in pairs if contrast(*pair, scheme) < 4.5
    ] == []


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_the_borders_of_controls_can_be_seen(scheme: int) -> None:
    pairs = [
        ("line-control", "surface"),
        ("line-control", "canvas"),
        ("accent", "surface"),
        ("approval-line", "surface"),
    ]

    assert [(pair, round(contrast(*pair, scheme), 2)) for pair in pairs if contrast(*pair, scheme) < 3] == []


def test_the_plain_pages_have_the_colours_of_the_application() -> None:
    """They are written twice, since a page must be right where no bundle is built."""
    form = r"--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}, #[0-9a-f]{6})\)"
    application = dict(re.findall(form, (ROOT / "frontend/src/ui/tokens.css").read_text()))
    named = {name: application.get(name) for name in PAIRS if name in application}

    assert len(named) > 10
    assert {name: PAIRS[name] for name in named} == named
