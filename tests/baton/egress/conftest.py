"""Real listeners on free loopback ports, a resolver that says what it is told, a throw-away authority."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

type Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Served:
    """A listener: how often somebody connected, and the head of each request."""

    port: int = 0
    hits: int = 0
    heads: list[str] = field(default_factory=list)
    server_names: list[str | None] = field(default_factory=list)


type Serve = Callable[..., AbstractAsyncContextManager[Served]]


class ScriptedResolver:
    """Answers each question for a name with the next of its answers; the last one stays."""

    def __init__(self, **answers: list[tuple[str, ...]]) -> None:
        self.answers = {name.replace("_", "."): list(given) for name, given in answers.items()}
        self.asked: list[str] = []

    async def resolve(self, host: str) -> tuple[str, ...]:
        self.asked.append(host)
        given = self.answers[host]
        return given.pop(0) if len(given) > 1 else given[0]


@asynccontextmanager
async def serve_on_loopback(
    handler: Handler | None = None,
    *,
    tls: ssl.SSLContext | None = None,
    hosts: tuple[str, ...] = ("127.0.0.1",),
) -> AsyncIterator[Served]:
    served = Served()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.hits += 1
        try:
            served.heads.append((await reader.readuntil(b"\r\n\r\n")).decode("latin-1"))
            if handler is not None:
                await handler(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    if tls is not None:
        tls.sni_callback = lambda _socket, name, _context: served.server_names.append(name)
    async with await asyncio.start_server(accept, hosts[0], 0, ssl=tls) as first:
        served.port = first.sockets[0].getsockname()[1]
        if len(hosts) == 1:
            yield served
            return
        async with await asyncio.start_server(accept, hosts[1], served.port, ssl=tls):
            yield served


@pytest.fixture
def serve() -> Serve:
    return serve_on_loopback


@pytest.fixture
def scripted_resolver() -> type[ScriptedResolver]:
    return ScriptedResolver


@dataclass(frozen=True)
class Authority:
    server: ssl.SSLContext
    client: ssl.SSLContext


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """A certificate for shop.example, and a client that trusts nobody else."""
    folder: Path = tmp_path_factory.mktemp("authority")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "shop.example")])
    today = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("shop.example")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "shop.pem"
    pem.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem)
    return Authority(server, ssl.create_default_context(cafile=str(pem)))
