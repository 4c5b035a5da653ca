"""Every code a run can end with has plain words and a next step."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from orchestration.engine import ports
from orchestration.engine.reasons import REASONS, reason_for

ENGINE = Path(ports.__file__).parent
PROVIDER_CODES = [
    word.strip(" .\n")
    for word in (ports.ModelError.__doc__ or "")
    .split("`code`:")[1]
    .split("\n\n")[0]
    .replace("\n", " ")
    .split(",")
]


def codes_in_decisions() -> Iterator[str]:
    """The literal codes of `Fail`, `Reject` and `Attention` anywhere in the engine."""
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                first = node.args[0] if node.args else None
                named = node.func.id in ("Fail", "Reject", "Attention", "BrokenRecord")
                if named and isinstance(first, ast.Constant):
                    yield str(first.value)


@pytest.mark.parametrize("code", sorted({*codes_in_decisions(), *PROVIDER_CODES}))
def test_a_code_has_plain_words_and_a_next_step(code: str) -> None:
    reason = reason_for(code)

    assert reason is not None
    assert reason.why.endswith(".")
    assert reason.next_step.endswith(".")


def test_the_engine_has_codes_to_explain() -> None:
    assert {"step_limit", "unknown_tool", "empty_output", "model_refused"} <= set(codes_in_decisions())
    assert "provider_rate_limited" in PROVIDER_CODES


def test_a_code_without_words_is_none() -> None:
    assert reason_for("never_heard_of") is None


def test_no_two_codes_say_the_same_thing() -> None:
    reasons = [(reason.why, reason.next_step) for reason in REASONS.values()]

    assert len(reasons) == len(set(reasons))
