"""The stream of one run in a process: what joins is taken in, what is missing is known, nothing comes twice."""

from typing import Any

import orjson
import pytest

from baton.live.bus import PartialText, RunNews
from baton.live.reading import Page, Pages, Place
from baton.live.topic import Topic

PLACE = Place("o", "p")


def topic(tail: int | None = None) -> Topic:
    return Topic(PLACE, "r", tail=tail, flushed=tail or 0)


def events(first: int, last: int) -> list[dict[str, Any]]:
    return [{"seq": seq} for seq in range(first, last + 1)]


def news(first: int, last: int, *, with_events: bool = True) -> RunNews:
    return RunNews("o", "p", "r", first, last, "running", events=events(first, last) if with_events else None)


def page(first: int, last: int, last_seq: int) -> Page:
    return Page(first, last, orjson.dumps(events(first, last))[1:-1], last_seq)


def taken(stream: Topic) -> list[int]:
    chunk = stream.take()
    if chunk is None:
        return []
    seqs = [event["seq"] for event in orjson.loads(b"[" + chunk.body + b"]")]
    assert seqs == list(range(chunk.first, chunk.last + 1))
    return seqs


@pytest.mark.parametrize(
    ("tail", "messages", "expected", "behind"),
    [
        (0, [(1, 2)], [1, 2], False),
        (0, [(1, 2), (3, 3)], [1, 2, 3], False),
        (5, [(3, 5)], [], False),
        (5, [(4, 7)], [6, 7], False),
        (5, [(8, 9)], [], True),
        (5, [(6, 6), (8, 9)], [6], True),
        (5, [(6, 7), (6, 7), (7, 8)], [6, 7, 8], False),
        (None, [(4, 5)], [4, 5], False),
    ],
)
def test_what_joins_is_taken_in_and_the_rest_is_known_to_be_missing(
    tail: int | None, messages: list[tuple[int, int]], expected: list[int], behind: bool
) -> None:
    stream = topic(tail)

    for first, last in messages:
        stream.accept(news(first, last))

    assert (taken(stream), stream.is_behind) == (expected, behind)


def test_a_message_without_events_is_read_for() -> None:
    stream = topic(3)

    stream.accept(news(4, 6, with_events=False))
    assert (stream.take(), stream.is_behind) == (None, True)
    stream.accept_page(page(4, 6, 6), 6)

    assert (taken(stream), stream.is_behind) == ([4, 5, 6], False)


def test_a_message_whose_events_do_not_fit_its_seqs_is_read_for() -> None:
    stream = topic(3)

    stream.accept(RunNews("o", "p", "r", 4, 9, "running", events=events(4, 5)))

    assert (stream.take(), stream.is_behind) == (None, True)


def test_where_the_rows_end_nothing_newer_is_waited_for() -> None:
    stream = topic(3)
    stream.accept(news(9, 12, with_events=False))

    stream.accept_page(page(4, 3, 3), 12)

    assert not stream.is_behind


def test_what_came_while_it_was_read_is_not_told_twice() -> None:
    stream = topic(3)
    stream.accept(news(6, 6))
    stream.accept(news(4, 4))

    stream.accept_page(page(4, 6, 6), 6)

    assert (taken(stream), stream.is_behind, stream.flushed) == ([4, 5, 6], False, 6)


def test_what_was_said_while_it_was_read_is_read_next() -> None:
    stream = topic(3)
    stream.accept(news(4, 4, with_events=False))
    known = stream.known

    stream.accept(news(5, 6, with_events=False))
    stream.accept_page(page(4, 4, 4), known)

    assert (taken(stream), stream.is_behind) == ([4], True)


def test_pieces_of_a_text_that_join_are_one() -> None:
    stream = topic(1)
    for step, attempt, offset, text in [
        ("s", 1, 0, "ab"),
        ("s", 1, 2, "c🌞"),
        ("s", 1, 9, "x"),
        ("s", 2, 0, "y"),
    ]:
        stream.accept_partial(PartialText("o", "p", "r", step, attempt, offset, text))

    texts = [(text.attempt, text.offset, text.text) for text in stream.take_partials()]

    assert texts == [(1, 0, "abc🌞"), (1, 9, "x"), (2, 0, "y")]
    assert stream.take_partials() == []


@pytest.mark.parametrize(
    ("count", "size", "limit"), [(100, 20_000, 500), (100, 2_000_000, 13), (1, 9_000_000, 1), (0, 0, 100)]
)
def test_pages_of_large_events_are_short(count: int, size: int, limit: int) -> None:
    pages = Pages()

    pages.learn(Page(1, count, b"x" * size, 1000))

    assert pages.limit == limit
