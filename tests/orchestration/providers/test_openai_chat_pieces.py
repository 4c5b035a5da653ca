"""Streams as hosts really cut them: events in odd places, calls in odd pieces."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.engine.ports import ModelError, ModelReply, Usage
from orchestration.providers.openai_chat.calls import CallAssembly
from orchestration.providers.openai_chat.reply import ReplyAssembly
from orchestration.providers.wire.events import EventReader
from orchestration.providers.wire.reading import read_answer

STREAM = "text/event-stream"


def assembled(*pieces: dict[str, Any]) -> list[tuple[str | None, str, str | None]]:
    assembly = CallAssembly()
    for piece in pieces:
        assembly.add(piece)
    return [(call.provider_id, call.name, call.arguments) for call in assembly.requested({})]


def piece(
    index: int | None, call_id: str | None = None, name: str | None = None, arguments: Any = None
) -> dict[str, Any]:
    return {"index": index, "id": call_id, "function": {"name": name, "arguments": arguments}}


def reply_to(*received: bytes, content_type: str = STREAM) -> ModelReply:
    async def stream() -> AsyncIterator[bytes]:
        for each in received:
            yield each

    assembly = ReplyAssembly({}, None)
    asyncio.run(read_answer(content_type, stream(), assembly))
    return assembly.reply()


def event(delta: dict[str, Any], finish: str | None = None, **more: Any) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return b"data: " + orjson.dumps({"choices": [choice], **more}) + b"\n\n"


def test_a_new_id_on_a_used_index_is_a_new_call() -> None:
    assert assembled(piece(0, "A", "t", '{"p":"a"}'), piece(0, "B", "t", '{"p":"b"}')) == [
        ("A", "t", '{"p":"a"}'),
        ("B", "t", '{"p":"b"}'),
    ]


def test_an_id_that_is_repeated_goes_on_with_its_call() -> None:
    pieces = [
        piece(0, "A", "t", '{"p"'),
        piece(0, "B", "t", "{"),
        piece(0, "A", "t", ":1}"),
        piece(0, "B", None, "}"),
    ]

    assert assembled(*pieces) == [("A", "t", '{"p":1}'), ("B", "t", "{}")]


def test_calls_without_ids_on_one_index_are_told_apart_by_their_names() -> None:
    assert assembled(piece(0, "", "t", '{"p":"a"}'), piece(0, "", "t", '{"p":"b"}')) == [
        (None, "t", '{"p":"a"}'),
        (None, "t", '{"p":"b"}'),
    ]


def test_interleaved_calls_find_their_arguments_by_index() -> None:
    pieces = [
        piece(0, "A", "t"),
        piece(1, "B", "u"),
        piece(1, None, None, "{}"),
        piece(0, None, None, '{"a":1}'),
    ]

    assert assembled(*pieces) == [("A", "t", '{"a":1}'), ("B", "u", "{}")]


def test_pieces_without_an_index_go_by_id_and_by_order() -> None:
    pieces = [piece(None, "A", "t", "{"), piece(None, None, None, "}"), piece(None, "B", "t", "{}")]

    assert assembled(*pieces) == [("A", "t", "{}"), ("B", "t", "{}")]


def test_arguments_sent_as_an_object_become_text() -> None:
    assert assembled(piece(0, "A", "t", {"a": 1})) == [("A", "t", '{"a":1}')]


@given(st.data())
def test_events_are_the_same_however_the_bytes_are_cut(data: st.DataObject) -> None:
    line_end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    lines = [
        ": hello",
        "data: {a",
        "data: b}",
        "",
        "event: x",
        "data:one",
        "",
        "",
        "data: ü",
        "",
        "data: last",
    ]
    text = line_end.join(lines).encode()
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)) | {0, len(text)})
    reader = EventReader()

    events = [each for a, b in pairwise(cuts) for each in reader.feed(text[a:b])]

    assert [*events, *reader.end()] == [b"{a\nb}", b"one", "ü".encode(), b"last"]


def test_halves_of_a_surrogate_pair_in_two_events_become_one_character() -> None:
    halves = [b'data: {"choices":[{"delta":{"content":"\\ud83%s"}}]}\n\n' % half for half in (b"d", b"d")]
    halves[1] = halves[1].replace(b"\\ud83d", b"\\ude00")

    assert reply_to(*halves, event({}, "stop")).text == "😀"
    assert reply_to(halves[0], event({"content": "!"}, "stop")).text == "�!"


def test_a_stream_cut_after_its_finish_reason_is_a_whole_reply() -> None:
    reply = reply_to(event({"content": "Done."}, "stop"), b'data: {"usa')

    assert (reply.text, reply.finish_reason, reply.usage) == ("Done.", "stop", Usage())


def test_a_host_that_does_not_stream_is_read_too() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "t", "arguments": "{}"}}
    message = {"role": "assistant", "content": "Looking.", "tool_calls": [call]}
    usage = {"prompt_tokens": 3, "completion_tokens": 2}
    whole = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}], "usage": usage}

    reply = reply_to(orjson.dumps(whole), content_type="application/json")

    assert (reply.text, reply.calls[0].name, reply.usage) == ("Looking.", "t", Usage(input=3, output=2))


@pytest.mark.parametrize(
    ("reason", "with_call", "neutral"),
    [
        ("stop", True, "tool_calls"),
        ("function_call", True, "tool_calls"),
        ("tool_calls", False, "stop"),
        ("eos", False, "stop"),
        ("length", True, "length"),
        ("content_filter", False, "content_filter"),
    ],
)
def test_finish_reasons_become_neutral(reason: str, with_call: bool, neutral: str) -> None:
    delta = {"tool_calls": [piece(0, "A", "t", "{}")]} if with_call else {"content": "x"}

    assert reply_to(event(delta, reason)).finish_reason == neutral


@pytest.mark.parametrize(
    ("received", "content_type"),
    [
        (b"<html>Sign in</html>", "text/html"),
        (b"[]", "application/json"),
        (b'"text"', "application/json"),
        (b'data: {"choices": 5}\n\n', STREAM),
        (b'data: {"choices": [{"delta": {"content": {"a": 1}}, "finish_reason": "stop"}]}\n\n', STREAM),
        (b"data: [1,2]\n\n", STREAM),
        (b"data: \xff\xfe\n\n", STREAM),
        (b"data: [DONE]\n\n", STREAM),
        (b"", STREAM),
    ],
)
def test_what_is_no_completion_is_a_malformed_stream(received: bytes, content_type: str) -> None:
    with pytest.raises(ModelError) as caught:
        reply_to(received, content_type=content_type)

    assert (caught.value.code, caught.value.retryable) == ("malformed_stream", True)


@pytest.mark.parametrize("count", [-1, "12", 1.5, True, None])
def test_a_count_that_is_none_is_unknown(count: object) -> None:
    reply = reply_to(event({"content": "x"}, "stop", usage={"prompt_tokens": count, "completion_tokens": 4}))

    assert reply.usage == Usage(input=None, output=4)


def test_an_endless_event_is_refused() -> None:
    with pytest.raises(ModelError) as caught:
        reply_to(*[b"data: " + b"x" * 1_000_000] * 9)

    assert caught.value.code == "malformed_stream"
