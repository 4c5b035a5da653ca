"""What a socket shows of a run: everything, once, in order."""

from live_server import Browser
from trace_writer import TraceWriter


def test_a_socket_gets_what_was_and_then_what_comes(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    writer.append(run, 3)
    socket = alice.open()

    socket.watch(run)
    assert socket.until("watching")["last"] == 4
    writer.append(run, 2)
    socket.until_seq(run, 6)

    assert [event["seq"] for event in socket.events[str(run)]] == [1, 2, 3, 4, 5, 6]
