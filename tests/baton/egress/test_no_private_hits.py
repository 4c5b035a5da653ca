"""P27 as a probe: every spelling, through both carriers, with the port open and somebody listening."""

import asyncio
from typing import Any

import httpx2
import pytest

from baton.egress import rule
from baton.egress.aiohttp_carrier import AiohttpCarrier
from baton.egress.allow import NOTHING, AllowList
from baton.egress.errors import EgressError
from baton.egress.exchange import Request
from baton.egress.gate import Gate
from baton.egress.httpx2_carrier import async_client

SPELLINGS = [
    "127.0.0.1", "127.1", "127.0.1", "0", "0.0.0.0", "2130706433", "017700000001",
    "0x7f000001", "0x7f.1", "0177.0.0.1", "0x7f.0.0.0x1", "127.0.0.1.", "127.1.",
    "localhost", "LOCALHOST", "localhost.", "x.localhost", "①②⑦.⓪.⓪.①", "１２７.０.０.１",
    "127。0。0。1", "loc\u00adalhost", "ⓛocalhost", "%31%32%37.0.0.1", "%6c%6fcalhost",
    "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::127.0.0.1]", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "[::1%25lo]", "[::1%lo]", "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[fe80::1%251]",
    "user@127.0.0.1", "shop.example@127.0.0.1", "shop.example:443@127.0.0.1",
    "127.0.0.1\\@shop.example", "shop.example\\@127.0.0.1", "127.0.0.1\t", " 127.0.0.1",
    "127.0.0.1%00.shop.example", "127.0.0.1\r\n", "turns.example", "mixed.example",
    "inner.example", "zone.example",
]  # fmt: skip
NAMES = {
    "turns_example": [("8.8.8.8",), ("127.0.0.1",)],
    "mixed_example": [("8.8.8.8", "127.0.0.1")],
    "inner_example": [("127.0.0.1",)],
    "zone_example": [("fe80::1%lo",)],
    "shop_example": [("127.0.0.1",)],
}


async def probe_aiohttp(url: str, resolver: Any) -> None:
    carrier = AiohttpCarrier(Gate(NOTHING, resolver))
    try:
        await carrier.send(Request("GET", url, timeout=2))
    finally:
        await carrier.close()


async def probe_httpx2(url: str, resolver: Any) -> None:
    async with async_client(NOTHING, 2, resolver=resolver) as client:
        await client.get(url)


@pytest.mark.requirement("promise P27")
@pytest.mark.requirement("promises 7.56")
def test_no_spelling_reaches_loopback(
    serve: Any, scripted_resolver: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> tuple[int, int]:
        probes = 0
        async with serve(hosts=("127.0.0.1", "::1")) as listener:
            monkeypatch.setattr(rule, "_OPEN_PORTS", frozenset({listener.port}))
            for spelling in SPELLINGS:
                for scheme in ("https", "http"):
                    for probe in (probe_aiohttp, probe_httpx2):
                        resolver = scripted_resolver(**NAMES)
                        if spelling == "turns.example":
                            await resolver.resolve(spelling)
                        with pytest.raises((EgressError, httpx2.InvalidURL)):
                            await probe(f"{scheme}://{spelling}:{listener.port}/", resolver)
                        probes += 1
            return probes, listener.hits

    probes, hits = asyncio.run(scenario())

    with capsys.disabled():
        print(f"\nSSRF probes={probes} hits={hits}")
    assert hits == 0
    assert probes >= 160


def test_the_probe_itself_would_notice(serve: Any, scripted_resolver: Any) -> None:
    async def scenario() -> int:
        async with serve() as listener:
            allow = AllowList.parse(f"127.0.0.1:{listener.port}")
            url = f"http://127.0.0.1:{listener.port}/"
            carrier = AiohttpCarrier(Gate(allow))
            with pytest.raises(EgressError):
                await carrier.send(Request("GET", url, timeout=2))
            await carrier.close()
            async with async_client(allow, 2) as client:
                with pytest.raises(httpx2.HTTPError):
                    await client.get(url)
            return int(listener.hits)

    assert asyncio.run(scenario()) == 2
