"""The corpus of parallel calls, every line through the real runner, journal, database and REST."""

from typing import Any

import pytest
from call_lines import FIXTURES, LINES, Line, differences, expectations
from call_play import Play
from call_seen import assert_sound, seen_of
from call_stage import Stage, with_calls

pytestmark = [
    pytest.mark.requirement("promise P2"),
    pytest.mark.requirement("promise P3"),
    pytest.mark.requirement("promise P9"),
    pytest.mark.requirement("promise P17"),
    pytest.mark.requirement("promise P18"),
    pytest.mark.requirement("promise P19"),
    pytest.mark.requirement("promise P20"),
    pytest.mark.requirement("promise P21"),
    pytest.mark.requirement("promise P22"),
    pytest.mark.requirement("promise P24"),
    pytest.mark.requirement("promises 7.2"),
    pytest.mark.requirement("promises 7.4"),
    pytest.mark.requirement("promises 7.36"),
    pytest.mark.requirement("promises 7.37"),
    pytest.mark.requirement("promises 7.38"),
    pytest.mark.requirement("promises 7.39"),
    pytest.mark.requirement("promises 7.41"),
    pytest.mark.requirement("promises 7.44"),
    pytest.mark.requirement("promises 7.45"),
    pytest.mark.requirement("promises 7.46"),
    pytest.mark.requirement("promises 7.47"),
    pytest.mark.requirement("promises 7.48"),
    pytest.mark.requirement("promises 7.49"),
    pytest.mark.requirement("promises 7.50"),
    pytest.mark.requirement("protocols 6.4.2"),
    pytest.mark.requirement("public report H01"),
    pytest.mark.requirement("public report H02"),
    pytest.mark.requirement("public report H03"),
    pytest.mark.requirement("public report H05"),
    pytest.mark.requirement("public report H06"),
    pytest.mark.requirement("public report H07"),
    pytest.mark.requirement("public report H08"),
    pytest.mark.requirement("public report H10"),
    pytest.mark.requirement("public report H11"),
    pytest.mark.requirement("public report H12"),
    pytest.mark.requirement("public report H14"),
    pytest.mark.requirement("public report H16"),
    pytest.mark.requirement("public report T01"),
    pytest.mark.requirement("public report T02"),
    pytest.mark.requirement("public report T03"),
    pytest.mark.requirement("public report T04"),
    pytest.mark.requirement("public report T05"),
    pytest.mark.requirement("public report T06"),
    pytest.mark.requirement("public report T13"),
    pytest.mark.requirement("public report T14"),
]
"""Every rule that a line of the corpus names."""


def params(lines: list[Line]) -> list[Any]:
    return [pytest.param(line, id=f"{line['id']}-{line['kind']}") for line in lines]


@pytest.mark.parametrize("line", params(LINES))
def test_a_line_goes_as_the_corpus_says(stage: Stage, line: Line) -> None:
    play = Play(stage, line).act()

    seen = seen_of(play)
    found = [differences(expect, seen) for expect in expectations(line)]
    assert [] in found, "\n".join(found[0])
    for call, outcome in line["policy"].items():
        is_unusable = (seen["policy"][call], seen["call_states"][call]) == ("none", "denied")
        assert seen["policy"][call] == outcome or is_unusable
    assert_sound(play)


def test_no_line_of_the_corpus_is_forgotten() -> None:
    later = (FIXTURES / "parallel-calls-later.txt").read_text().splitlines()[1:]

    ids = [line["id"] for line in LINES] + [line.split()[0] for line in later]

    assert sorted(ids) == [f"PC-{n:03}" for n in range(1, 116)]


@pytest.mark.parametrize("line", params([line for line in LINES if "then" in line]))
def test_a_later_reply_inherits_nothing(stage: Stage, line: Line) -> None:
    later = line["then"]["reply"]["calls"]

    play = Play(stage, line).act(with_calls(later))

    ids = play.ids_of(1, later)
    expect = line["then"]["expect"]
    assert play.executions(ids) == expect["executions"]
    assert play.call_states(ids) == expect["call_states"]
    new = [card for card in play.world.approvals(play.run) if str(card["call_id"]) in ids.values()]
    assert [card["state"] for card in new] == ["pending"] * expect["new_cards"]
    assert_sound(play)
