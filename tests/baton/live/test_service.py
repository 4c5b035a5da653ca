"""The parts of a `live` process together: what one of them meets does not end its work."""

import asyncio
from collections.abc import Collection
from typing import Any

import pytest
from live_server import LIVENESS

from baton.live import service as service_module
from baton.live.service import LiveService


def test_a_look_that_met_what_nobody_expected_is_not_the_last(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(service_module, "_PAUSE_SECONDS", 0.01)
    looks = 0

    def organizations() -> Collection[str]:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise RuntimeError("unexpected")
        return []

    async def serve() -> None:
        reader: Any = None  # nobody listens, so nothing is read
        service = LiveService(reader)
        monkeypatch.setattr(service.hub, "organizations", organizations)
        service.start()
        async with asyncio.timeout(LIVENESS):
            while looks < 2:
                await asyncio.sleep(0.05)
        await service.stop()

    asyncio.run(serve())

    assert "RuntimeError: unexpected" in caplog.text
