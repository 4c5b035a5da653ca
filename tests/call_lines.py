"""The corpus of parallel calls as data: its lines, and how what it expects is compared with what was seen."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

type Line = dict[str, Any]

FIXTURES = Path(__file__).with_name("fixtures")
LINES: list[Line] = [
    json.loads(line) for line in (FIXTURES / "parallel-calls.jsonl").read_text().splitlines()
]
CHOICES: Mapping[str, dict[str, Any]] = json.loads((FIXTURES / "parallel-calls-choices.json").read_text())
"""Where the corpus leaves a point open and Baton answers otherwise: docs/decisions, 16."""
WORLD: Mapping[str, Any] = json.loads((FIXTURES / "parallel-calls-world.json").read_text())


def name_of(line: Line) -> str:
    """How a test of this line is called."""
    return f"{line['id']}-{line['kind']}"


def make_line(*calls: tuple[str, str, Mapping[str, Any]], crash: tuple[str, str] | None = None) -> Line:
    """A line of one's own: calls as (name in the line, tool, arguments); `crash` as (call, point)."""
    return {
        "id": "own",
        "given": {
            "tools": sorted({tool for _, tool, _ in calls}),
            "approval_ttl_seconds": 3600,
            "crashes": [{"call": crash[0], "point": crash[1]}] if crash else [],
        },
        "reply": {
            "calls": [
                {"ref": ref, "provider_id": f"p_{ref}", "name": tool, "arguments": json.dumps(arguments)}
                for ref, tool, arguments in calls
            ]
        },
        "events": [],
    }


def requested_calls(line: Line) -> list[dict[str, Any]]:
    """The calls of the reply, also those that the line only counts."""
    build = line["given"].get("calls_build")
    if build is None:
        return list(line["reply"]["calls"])
    arguments = json.dumps({"q": "x"})
    return [
        {"ref": f"c{n}", "provider_id": f"p{n}", "name": build["name"], "arguments": arguments}
        for n in range(build["count"])
    ]


def expectations(line: Line) -> Iterator[dict[str, Any]]:
    """What is expected, and then each alternative that the line allows."""
    expect = {name: value for name, value in line["expect"].items() if name != "or"} | CHOICES.get(
        line["id"], {}
    )
    yield expect
    for other in line["expect"].get("or", ()):
        yield expect | other


def differences(expect: Mapping[str, Any], seen: Mapping[str, Any]) -> list[str]:
    """One sentence for each thing that is not as expected; a thing that is not named is not asserted."""
    return [
        f"{name}: expected {wanted}, saw {seen[name]}"
        for name, wanted in expect.items()
        if not _fits(name, wanted, seen[name])
    ]


def _fits(name: str, wanted: Any, seen: Any) -> bool:
    match name:
        case "run_states":
            return shortened(wanted) == shortened(seen)
        case "checkpoints":
            return all(each in seen for each in wanted)
        case "superseded_because" | "approvals":
            return all(seen[call] == each for call, each in wanted.items())
        case "results_to_model" if wanted is not None:
            return seen is not None and [_shown(each, wanted) for each in seen] == wanted
        case _:
            return bool(wanted == seen)


def _shown(result: Mapping[str, Any], wanted: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A result with what the corpus names of it: a reason is what the text for the model holds."""
    shown = {"call": result["call"], "kind": result["kind"]}
    for each in wanted:
        if each["call"] == result["call"] and each.get("reason", "\n") in result["content"]:
            shown["reason"] = each["reason"]
    return shown


def shortened(states: Sequence[str]) -> list[str]:
    """Without `queued`, without repeats, and with one `running, waiting` where several stand in a row:
    a run may be queued and woken any number of times."""
    short: list[str] = []
    for state in states:
        if state == "queued" or short[-1:] == [state]:
            continue
        short.append(state)
        if short[-4:] == ["running", "waiting"] * 2:
            del short[-2:]
    return short
