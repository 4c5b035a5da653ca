"""However much there is to tell and however long nobody takes it, what is held is bounded and counted."""

from collections.abc import Sequence

from baton.live.bus import RunNews
from baton.telemetry.span import Span, SpanKind
from orchestration.telemetry.marks import Marks
from orchestration.telemetry.unsent import BATCH, Unsent


class Sender:
    """Takes spans or does not."""

    def __init__(self) -> None:
        self.takes = True
        self.taken: list[int] = []
        self.asked = 0

    def is_sampled(self, trace_id: str) -> bool:
        return True

    def send(self, spans: Sequence[Span]) -> bool:
        self.asked += 1
        if self.takes:
            self.taken += [span.start for span in spans]
        return self.takes


def spans(first: int, last: int) -> list[Span]:
    return [Span("x", SpanKind.INTERNAL, "ab" * 16, "cd" * 8, None, n, n, {}) for n in range(first, last)]


def news(run: str, first: int, last: int, status: str = "running") -> RunNews:
    return RunNews("o", "p", run, first, last, status)


def test_marks_of_a_run_run_into_one_another() -> None:
    marks = Marks()
    for each in (news("a", 2, 4), news("a", 5, 5), news("b", 2, 2), news("a", 8, 9, "waiting")):
        marks.set(each)

    a, b = marks.take()

    assert (a.ranges, a.is_left, a.last) == ([(2, 5), (8, 9)], True, 9)
    assert [seq for seq in range(1, 11) if a.holds(seq)] == [2, 3, 4, 5, 8, 9]
    assert (b.ranges, b.is_left) == ([(2, 2)], False)
    assert marks.take() == []


def test_a_mark_that_could_not_be_used_comes_again_with_what_was_added() -> None:
    marks = Marks()
    marks.set(news("a", 2, 4))
    taken = marks.take()
    marks.set(news("a", 5, 6, "completed"))

    marks.give_back(taken)

    (mark,) = marks.take()
    assert (mark.ranges, mark.is_left) == ([(2, 6)], True)


def test_runs_beyond_the_bound_are_dropped_and_counted() -> None:
    marks = Marks(most=2)
    for run in ("a", "b", "c", "a"):
        marks.set(news(run, 2, 2))

    assert marks.dropped == 1
    assert {mark.run for mark in marks.take()} == {"a", "b"}


def test_spans_that_nobody_takes_are_kept_and_the_oldest_dropped() -> None:
    sender = Sender()
    sender.takes = False
    unsent = Unsent(sender, most=1000)

    unsent.add(spans(0, 600))
    unsent.send()
    unsent.add(spans(600, 1200))
    unsent.send()
    sender.takes = True
    unsent.send(at_once=True)

    assert sender.taken == list(range(200, 1200))
    assert unsent.dropped == 200
    assert sender.asked == 1 + 2


def test_many_spans_are_sent_in_batches() -> None:
    sender = Sender()
    unsent = Unsent(sender)

    unsent.add(spans(0, 2 * BATCH + 1))
    unsent.send()

    assert sender.asked == 3
    assert sender.taken == list(range(2 * BATCH + 1))
