"""The corpus of parallel calls, every line through the real runner, journal, database and REST."""

import pytest
from call_lines import LINES, Line, differences, expectations, name_of
from call_play import Play
from call_seen import assert_sound, seen_of
from call_stage import Stage

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
    pytest.mark.requirement("case H01"),
    pytest.mark.requirement("case H02"),
    pytest.mark.requirement("case H03"),
    pytest.mark.requirement("case H05"),
    pytest.mark.requirement("case H06"),
    pytest.mark.requirement("case H07"),
    pytest.mark.requirement("case H08"),
    pytest.mark.requirement("case H10"),
    pytest.mark.requirement("case H11"),
    pytest.mark.requirement("case H12"),
    pytest.mark.requirement("case H14"),
    pytest.mark.requirement("case H16"),
    pytest.mark.requirement("case T01"),
    pytest.mark.requirement("case T02"),
    pytest.mark.requirement("case T03"),
    pytest.mark.requirement("case T04"),
    pytest.mark.requirement("case T05"),
    pytest.mark.requirement("case T06"),
    pytest.mark.requirement("case T13"),
    pytest.mark.requirement("case T14"),
]
"""Every rule that a line of the corpus names."""


@pytest.mark.parametrize("line", LINES, ids=name_of)
def test_a_line_goes_as_the_corpus_says(stage: Stage, line: Line) -> None:
    play = Play(stage, line).act()

    seen = seen_of(play)
    found = [differences(expect, seen) for expect in expectations(line)]
    assert [] in found, "\n".join(found[0])
    for call, outcome in line["policy"].items():
        is_unusable = (seen["policy"][call], seen["call_states"][call]) == ("none", "denied")
        assert seen["policy"][call] == outcome or is_unusable
    assert_sound(play)
