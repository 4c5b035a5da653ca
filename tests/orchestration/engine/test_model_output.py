"""The ladder of model outputs against its corpus: tests/fixtures/model-output.jsonl, one reply a line."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents_app.arguments import CompiledSchema
from orchestration.engine.output import Refused, read_text
from orchestration.engine.output.router_contract import Answered, Delegated, judge_route
from orchestration.engine.output.schema_contract import judge_schema
from orchestration.engine.output.tool_route import read_tool_route

CORPUS = Path(__file__).parents[2] / "fixtures" / "model-output.jsonl"
LATER = ("model_repair_reply", "semantic_correction", "correction_reply")
"""What these lines need is a model that mends or corrects: the router's (part 6)."""
LINES = [json.loads(line) for line in CORPUS.read_text().splitlines()]
CASES = [line for line in LINES if not set(line.get("given", {})) & set(LATER)]


def raw_of(case: dict[str, Any]) -> str:
    built = case.get("raw_build")
    return "".join(text * count for text, count in built) if built else case["raw"]


def outcome_of(case: dict[str, Any], raw: str, finish_reason: str) -> dict[str, Any]:
    """What becomes of a reply, in the words of the corpus."""
    given = case.get("given", {})
    if given.get("path") == "tool":
        decided, stage = read_tool_route(
            raw,
            [(each["name"], each["arguments"]) for each in given["tool_calls"]],
            finish_reason,
            case["agents"],
        )
        return told(decided, stage)
    if given.get("refusal"):
        finish_reason = "refusal"
    if given.get("path") == "arguments":
        finish_reason = "stop"  # calls are what was asked for
    reading = read_text(raw, finish_reason)
    if reading.refused is not None:
        return told(reading.refused, None)
    if given.get("path") == "arguments":
        fitting = judge_schema(reading.value, CompiledSchema(given["schema"]))
        if isinstance(fitting, Refused):
            return told(fitting, None)
        return {
            "outcome": "answer",
            "value_json": fitting.value,
            "coerced": list(fitting.coerced),
            "stage": str(reading.stage),
        }
    decided = judge_route(reading.value, case["agents"], given.get("self"))
    breach = {"contract_breach": "prose"} if reading.words_around else {}
    return told(decided, reading.stage) | breach


def told(decided: Answered | Delegated | Refused, stage: Any) -> dict[str, Any]:
    match decided:
        case Refused():
            return {"outcome": "reject", "problem": str(decided.problem)}
        case Answered():
            return {"outcome": "answer", "value": decided.text, "stage": str(stage)}
        case Delegated():
            name = {} if decided.name_as_given is None else {"name_as_given": decided.name_as_given}
            return {
                "outcome": "delegate",
                "delegate_to": decided.target,
                "delegate_input_phrase": decided.phrase,
                "stage": str(stage),
                **name,
            }


def allowed(case: dict[str, Any]) -> list[dict[str, Any]]:
    expect = dict(case["expect"])
    others = expect.pop("or", [])
    if "value_build" in expect:
        expect["value"] = "".join(text * count for text, count in expect.pop("value_build"))
    return [expect, *others]


def fits(found: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(found.get(name) == value for name, value in wanted.items())


def test_the_lines_that_wait_for_the_router_are_known() -> None:
    assert (len(LINES), len(LINES) - len(CASES)) == (240, 10)


@pytest.mark.requirement("routing 3")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_reply_becomes_what_its_line_says(case: dict[str, Any]) -> None:
    found = outcome_of(case, raw_of(case), case["finish_reason"])

    assert any(fits(found, wanted) for wanted in allowed(case)), (found, case["why"])


@pytest.mark.requirement("case J01")
@pytest.mark.parametrize("case", [case for case in CASES if "prefixes" in case], ids=lambda case: case["id"])
def test_a_cut_reply_is_refused_or_whole(case: dict[str, Any]) -> None:
    raw = raw_of(case)
    whole = outcome_of(case, raw, "stop")
    for length in range(len(raw)):
        cut = raw[:length]
        assert outcome_of(case, cut, "length")["problem"] == "truncated", cut
        found = outcome_of(case, cut, "stop")
        same = {**found, "stage": ""} == {**whole, "stage": ""}
        assert found["outcome"] == "reject" or (same and length in case["prefixes"]["may_be_accepted"]), cut
