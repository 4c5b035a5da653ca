"""Which pages may open a socket: eighteen handshakes judged, and some of them made."""

import pytest
from live_server import Browser
from websockets.exceptions import InvalidStatus

from baton.live.origin import OriginRule

SECURE = OriginRule.of("https://app.example", ["app.example", "127.0.0.1"])
LOCAL = OriginRule.of("http://127.0.0.1:8000", ["127.0.0.1", "localhost", "[::1]"])


@pytest.mark.requirement("promises 4.16")
@pytest.mark.parametrize(
    ("origins", "allowed"),
    [
        (["https://app.example"], True),
        (["http://app.example"], False),
        (["https://app.example:8443"], False),
        (["https://app.example:443"], False),
        (["https://APP.example"], False),
        (["https://app.example/"], False),
        (["https://app.example/page"], False),
        (["https://ann@app.example"], False),
        (["https://sub.app.example"], False),
        (["https://app.example.evil.example"], False),
        (["https://evilapp.example"], False),
        (["https://evil.example"], False),
        (["https://127.0.0.1"], False),
        (["app.example"], False),
        (["null"], False),
        ([""], False),
        ([], False),
        (["https://app.example", "https://app.example"], False),
    ],
)
def test_only_the_public_address_itself_is_an_origin(origins: list[str], allowed: bool) -> None:
    assert SECURE.allows(origins, host="app.example", scheme="ws") is allowed


@pytest.mark.requirement("promises 4.16")
@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://localhost:5173", "localhost:5173", True),
        ("http://localhost", "localhost:80", True),
        ("http://localhost:3000", "localhost:8000", False),
        ("https://localhost:8000", "localhost:8000", False),
        ("http://evil.example:8000", "evil.example:8000", False),
        ("http://localhost.evil.example", "localhost.evil.example", False),
        ("http://localhost:8000", "", False),
    ],
)
def test_on_one_machine_the_address_it_was_opened_at_is_one_too(
    origin: str, host: str, allowed: bool
) -> None:
    assert LOCAL.allows([origin], host=host, scheme="ws") is allowed


@pytest.mark.requirement("promises 4.16", "promises 7.27")
@pytest.mark.parametrize("origin", [None, "null", "http://127.0.0.1:1", "https://evil.example"])
def test_a_foreign_page_is_refused_before_the_handshake(alice: Browser, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        alice.handshake(origin=origin)

    assert refusal.value.response.status_code == 403


def test_a_page_opened_as_localhost_may_come_in(alice: Browser) -> None:
    origin = f"http://localhost:{alice.port}"
    socket = alice.open(origin=origin, host="localhost")

    socket.send(type="ping")

    assert socket.next() == {"type": "pong"}


def test_there_is_one_address_of_sockets(alice: Browser) -> None:
    for path in ("/", "/ws", "/ws/more", "/api/v1/runs"):
        with pytest.raises(InvalidStatus) as refusal:
            alice.handshake(path=path)
        assert refusal.value.response.status_code == 403
