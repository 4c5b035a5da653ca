"""A body is read in bounded time: by the middleware alone, with streams that stall, break or never end."""

import threading
from io import BytesIO
from unittest import mock

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from baton.api import body
from baton.core.strict_json import MAX_BYTES


class Stalled:
    """Some bytes, then nothing until it is let go."""

    def __init__(self) -> None:
        self.gone = threading.Event()
        self._first = True

    def read(self, size: int, /) -> bytes:
        if self._first:
            self._first = False
            return b"{"
        self.gone.wait(30)
        return b""


class Broken:
    def read(self, size: int, /) -> bytes:
        raise OSError("the client went away")


class Endless:
    def __init__(self) -> None:
        self.sent = 0

    def read(self, size: int, /) -> bytes:
        self.sent += size
        return b"x" * size


def send(stream: object, **meta: str) -> tuple[int, bytes]:
    """Status and what the view would have read."""
    seen: list[bytes] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request.body)
        return HttpResponse(status=200)

    request = RequestFactory().post("/api/v1/x", b"", content_type="application/json")
    request.META.update({"wsgi.input": stream, "CONTENT_LENGTH": ""} | meta)
    response = body.BodyMiddleware(view)(request)
    return response.status_code, seen[0] if seen else b""


@pytest.mark.requirement("promises 7.8")
def test_a_client_that_stops_sending_is_answered_and_its_reader_ends_with_it() -> None:
    stalled = Stalled()

    with mock.patch.object(body, "BODY_SECONDS", 0.2):
        status, _ = send(stalled, HTTP_TRANSFER_ENCODING="chunked")

    readers = [thread for thread in threading.enumerate() if thread.name == "request-body"]
    stalled.gone.set()
    for reader in readers:
        reader.join(5)
    assert status == 408
    assert all(reader.daemon for reader in readers)
    assert not [thread for thread in threading.enumerate() if thread.name == "request-body"]


@pytest.mark.requirement("promises 7.8")
def test_a_body_without_end_is_cut_at_the_limit() -> None:
    endless = Endless()

    status, _ = send(endless, HTTP_TRANSFER_ENCODING="chunked")

    assert status == 413
    assert endless.sent == MAX_BYTES + 1


def test_a_chunked_body_is_read_like_any_other() -> None:
    assert send(BytesIO(b'{"a":1}'), HTTP_TRANSFER_ENCODING="chunked") == (200, b'{"a":1}')


@pytest.mark.parametrize("length", ["", "0", "-1", "x", "1e3", "\u0663"])
def test_a_length_that_is_none_means_no_body(length: str) -> None:
    assert send(BytesIO(b"rest"), CONTENT_LENGTH=length) == (200, b"")


def test_a_length_beyond_counting_is_too_large() -> None:
    assert send(BytesIO(b"rest"), CONTENT_LENGTH="9" * 5000) == (413, b"")


def test_a_client_that_goes_away_breaks_nothing() -> None:
    assert send(Broken(), CONTENT_LENGTH="5")[0] == 408
    assert send(BytesIO(b"abc"), CONTENT_LENGTH="5")[0] == 408


def test_too_many_bodies_at_once_are_put_off() -> None:
    stalled = [Stalled() for _ in range(3)]
    with mock.patch.object(body, "MAX_READERS", 2), mock.patch.object(body, "BODY_SECONDS", 0.1):
        middleware = body.BodyMiddleware(lambda request: HttpResponse(status=200))
        statuses = []
        for stream in stalled:
            request = RequestFactory().post("/api/v1/x", b"", content_type="application/json")
            request.META.update({"wsgi.input": stream, "CONTENT_LENGTH": "10"})
            statuses.append(middleware(request).status_code)
    for stream in stalled:
        stream.gone.set()

    assert statuses == [408, 408, 503]
