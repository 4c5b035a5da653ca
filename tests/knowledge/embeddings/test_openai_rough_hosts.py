"""Hosts that speak OpenAI's embeddings loosely, break off, or lead elsewhere."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from baton.egress.allow import AllowList
from knowledge.embeddings.port import Embedder, EmbeddingError, Embeddings
from knowledge.embeddings.registry import open_embedder
from knowledge.embeddings.spec import EmbedderSpec

GOOD = json.dumps({"data": [{"embedding": [3, 4]}]}).encode()


@asynccontextmanager
async def host(answer: bytes, base_path: str = "/v1") -> AsyncIterator[Embedder]:
    """A host that answers every request with these bytes and closes; an embedder that asks it."""

    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = next(line for line in head.split("\r\n") if line.startswith("content-length"))
        await reader.readexactly(int(length.split(":")[1]))
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(respond, "127.0.0.1", 0)
    authority = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    spec = EmbedderSpec("openai", "m", 2, f"http://{authority}{base_path}", timeout=10.0)
    embedder = open_embedder(spec, None, AllowList.parse(authority))
    async with server:
        try:
            yield embedder
        finally:
            await embedder.close()


def answered(answer: bytes) -> Embeddings:
    async def run() -> Embeddings:
        async with host(answer) as embedder:
            return await embedder.embed(["Hello"])

    return asyncio.run(run())


def failed(answer: bytes) -> EmbeddingError:
    with pytest.raises(EmbeddingError) as error:
        answered(answer)
    return error.value


def http(status: str, body: bytes, *fields: str, length: int | None = None) -> bytes:
    lines = (f"HTTP/1.1 {status}", f"content-length: {len(body) if length is None else length}", *fields)
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@pytest.mark.parametrize("media_type", ["application/json", "text/plain", "application/octet-stream"])
def test_an_answer_is_read_whatever_it_calls_itself(media_type: str) -> None:
    made = answered(http("200 OK", GOOD, f"content-type: {media_type}"))

    assert made.vectors == ([0.6, 0.8],)
    assert made.tokens is None


def test_an_answer_that_says_nothing_of_itself_is_read() -> None:
    assert answered(http("200 OK", GOOD)).vectors == ([0.6, 0.8],)


def test_an_answer_that_breaks_off_is_no_answer_and_may_be_billed() -> None:
    error = failed(http("200 OK", GOOD[:10], length=len(GOOD)))

    assert (error.code, error.retryable, error.tokens) == ("provider_unavailable", True, None)


def test_a_redirect_is_not_followed() -> None:
    error = failed(http("308 Permanent Redirect", b"", "location: https://elsewhere.example/v1/embeddings"))

    assert (error.code, error.retryable) == ("embedding_unavailable", False)
    assert "elsewhere" not in error.message


@pytest.mark.parametrize(
    ("status", "body", "code", "retryable", "message"),
    [
        ("404 Not Found", b"<h1>nothing here</h1>", "embedding_invalid_request", False, "404: <h1>nothing here</h1>"),
        ("400 Bad Request", b'{"error": "no such model"}', "embedding_invalid_request", False, "400: no such model"),
        ("422 Unprocessable", b'{"message": "too long"}', "embedding_invalid_request", False, "422: too long"),
        ("403 Forbidden", b"", "authentication", False, "403: "),
        ("408 Request Timeout", b"", "provider_error", True, "408: "),
        ("502 Bad Gateway", b"<html>", "provider_error", True, "502: <html>"),
        ("429 Too Many Requests", b"[]", "provider_rate_limited", True, "429: "),
    ],
)  # fmt: skip
def test_refusals_of_any_form_have_their_code(
    status: str, body: bytes, code: str, retryable: bool, message: str
) -> None:
    error = failed(http(status, body))

    assert (error.code, error.retryable) == (code, retryable)
    assert error.message.startswith(message)


def test_a_long_complaint_is_bounded() -> None:
    assert len(failed(http("400 Bad Request", b"x\x00" * 5000)).message) <= 510


@pytest.mark.parametrize("body", [b"", b"<html>", b"null", b'{"data": []}'])
def test_success_without_vectors_is_malformed(body: bytes) -> None:
    assert failed(http("200 OK", body)).code == "embedding_malformed"
