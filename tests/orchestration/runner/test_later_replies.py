"""Lines of the corpus that go on with another reply, and that each line is played or waits for a later part."""

import pytest
from call_lines import FIXTURES, LINES, Line, name_of
from call_play import Play
from call_seen import assert_sound
from call_stage import Stage, with_calls


def test_no_line_of_the_corpus_is_forgotten() -> None:
    later = (FIXTURES / "parallel-calls-later.txt").read_text().splitlines()[1:]

    ids = [line["id"] for line in LINES] + [line.split()[0] for line in later]

    assert sorted(ids) == [f"PC-{n:03}" for n in range(1, 116)]


@pytest.mark.requirement("promise P18")
@pytest.mark.requirement("promises 7.44")
@pytest.mark.requirement("promises 7.46")
@pytest.mark.parametrize("line", [line for line in LINES if "then" in line], ids=name_of)
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
