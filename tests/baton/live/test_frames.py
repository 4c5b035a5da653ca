"""What a client may say: four frames, small, not too many; everything else ends the conversation."""

import json
from typing import Any

import pytest
from live_server import Browser, Live
from web_server import WebServer

from baton.live.frames import BadCursor, BadFrame, Hello, Ping, UnwatchRun, WatchRun, read_frame

pytestmark = pytest.mark.requirement("promises 4.16")
BAD_FRAME = 4400
RUN = "0190f3a0-0000-7000-8000-000000000001"


@pytest.mark.parametrize(
    ("data", "frame"),
    [
        ({"type": "hello", "ticket": "t"}, Hello("t")),
        ({"type": "watch", "run": RUN, "after": 0}, WatchRun(RUN, 0)),
        ({"type": "watch", "run": RUN, "after": 2**31 - 1}, WatchRun(RUN, 2**31 - 1)),
        ({"type": "unwatch", "run": RUN}, UnwatchRun(RUN)),
        ({"type": "ping"}, Ping()),
    ],
)
def test_each_frame_has_one_form(data: dict[str, Any], frame: Any) -> None:
    assert read_frame(json.dumps(data)) == frame


GARBAGE = [
    "", "x", "null", "1", "[]", "{}", '"ping"', '{"type":"ping"', "\x00", '{"type":"ping","type":"ping"}',
    '{"type":"ping","more":1}', '{"type":"sing"}', '{"type":null}', '{"type":["ping"]}', '{"type":"hello"}',
    '{"type":"hello","ticket":1}', '{"type":"watch","run":"x","after":0}', f'{{"type":"watch","run":"{RUN}"}}',
    f'{{"type":"watch","run":"{RUN}","after":-1.5}}', f'{{"type":"watch","run":"{RUN}","after":1.0}}',
    f'{{"type":"watch","run":"{RUN}","after":true}}', f'{{"type":"watch","run":"{RUN}","after":"0"}}',
    f'{{"type":"watch","run":"{RUN}","after":null}}', f'{{"type":"watch","run":"{RUN}","after":NaN}}',
    f'{{"type":"watch","run":"{RUN.upper()}","after":0}}', f'{{"type":"watch","run":["{RUN}"],"after":0}}',
    '{"type":"unwatch","run":"../../x"}', '{"type":"ping","a":' + "[" * 2000 + "]" * 2000 + "}",
    '{"type":"ping","a":"\\ud800"}', '{"type":"hello","ticket":"' + "t" * 4096 + '"}',
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(GARBAGE)))
def test_everything_else_is_a_bad_frame(number: int) -> None:
    with pytest.raises(BadFrame):
        read_frame(GARBAGE[number])


@pytest.mark.requirement("promises 7.31")
@pytest.mark.parametrize("after", [-1, 2**31])
def test_a_place_that_no_run_has_is_told_from_a_frame_that_is_none(after: int) -> None:
    with pytest.raises(BadCursor) as refused:
        read_frame(json.dumps({"type": "watch", "run": RUN, "after": after}))

    assert refused.value.run == RUN


@pytest.mark.requirement("promises 7.30")
@pytest.mark.parametrize("number", [1, 3, 8, 9, 11, 16, 18, 27, 29])
def test_a_bad_frame_closes_the_socket(alice: Browser, number: int) -> None:
    socket = alice.open()

    socket.connection.send(GARBAGE[number])

    assert socket.close_code() == BAD_FRAME


def test_bytes_close_the_socket(alice: Browser) -> None:
    socket = alice.open()

    socket.connection.send(b'{"type":"ping"}')

    assert socket.close_code() == BAD_FRAME


@pytest.mark.requirement("promises 7.30")
def test_a_frame_beyond_every_measure_closes_the_socket(alice: Browser) -> None:
    socket = alice.open()

    socket.connection.send("x" * 100_000)

    assert socket.close_code() == 1009


def test_text_that_is_no_utf_8_closes_the_socket(alice: Browser, live: WebServer) -> None:
    socket = alice.open()

    socket.connection.send(b"\xff\xfe", text=True)

    assert socket.close_code() == 1007


def test_a_frame_of_four_kibibytes_is_read(alice: Browser) -> None:
    socket = alice.open()
    text = '{"type":"ping"' + " " * (4096 - 15) + "}"
    assert len(text) == 4096

    socket.connection.send(text)

    assert socket.next() == {"type": "pong"}
    socket.connection.send(text + " ")
    assert socket.close_code() == BAD_FRAME


@pytest.mark.requirement("promises 7.30")
def test_twenty_frames_in_a_second_are_read_and_not_many_more(alice: Browser) -> None:
    socket = alice.open()

    for _ in range(60):
        socket.send(type="ping")

    assert socket.close_code() == BAD_FRAME
    assert 15 <= socket.seen.count({"type": "pong"}) <= 20


def test_a_second_hello_closes_the_socket(alice: Browser) -> None:
    socket = alice.open()

    socket.send(type="hello", ticket=alice.ticket())

    assert socket.close_code() == BAD_FRAME


def test_a_bad_frame_for_hello_closes_the_socket(alice: Browser) -> None:
    socket = Live(alice.handshake())

    socket.connection.send("hello")

    assert socket.close_code() == BAD_FRAME
