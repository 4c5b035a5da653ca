"""The socket that `live` listens on."""

import socket
from contextlib import closing

from baton.live.serve import listen


def test_an_answer_in_pieces_does_not_wait_for_the_acknowledgement_of_the_first() -> None:
    """Else every answer on a kept connection would be 40 ms late: its body is written after its head."""
    with closing(listen("127.0.0.1", 0)) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with closing(accepted):
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
