"""Money as a person reads it: short, never rounded to nothing, and never added across currencies."""

import pytest

from baton.ops.commands.view.money import amount_text, cost_text
from orchestration.engine.view import CostView


@pytest.mark.parametrize(
    ("nano", "text"),
    [
        (0, "0.00"),
        (1, "0.000000001"),
        (50, "0.00000005"),
        (1_234, "0.0000012"),
        (184_918_125, "0.1849"),
        (500_000_000, "0.50"),
        (999_999_999, "1.00"),
        (1_000_000_000, "1.00"),
        (1_234_567_890_000, "1,234.57"),
    ],
)
def test_an_amount_is_short_and_never_nothing(nano: int, text: str) -> None:
    assert amount_text(nano) == text


def test_what_is_not_known_is_said_beside_what_is() -> None:
    assert cost_text(CostView()) == ""
    assert cost_text(CostView({}, 3)) == "What it cost is not known."
    assert cost_text(CostView({"USD": 10**9, "EUR": 0}, 0)) == "It cost 0.00 EUR and 1.00 USD."
    assert cost_text(CostView({"USD": 10**9}, 2)) == "It cost 1.00 USD, and something unknown for 2 tries."
