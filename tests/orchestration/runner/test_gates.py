"""The gate of a key: so many calls at once over all processes, rest after a 429, and what a dead one leaves."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from bus import Bus, open_bus

from baton.core.ids import new_id
from baton.live.slots import SharedSlots
from orchestration.providers.connection import ConnectionSpec
from orchestration.runner.gates import Gate, Gates
from orchestration.runner.project import StoredConnection

LIVENESS = 20.0


@pytest.fixture(scope="module")
def bus() -> Iterator[Bus]:
    with open_bus() as bus:
        yield bus


def play[T](main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(LIVENESS):
            return await main()

    return asyncio.run(bounded())


class Crowd:
    """Calls that hold a slot for a moment each, and how many did so at once."""

    def __init__(self) -> None:
        self.now = self.most = self.done = 0

    async def call(self, gate: Gate, limit: int | None, seconds: float = 0.01) -> None:
        async with gate.passed(limit):
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(seconds)
            self.now -= 1
        self.done += 1


def slots_of(bus: Bus, identity: str) -> int:
    return int(bus.client.zcard(f"baton.gate:{identity}"))


def test_without_a_bound_nobody_waits() -> None:
    async def main() -> Crowd:
        crowd, gate = Crowd(), Gate("a", None)
        await asyncio.gather(*(crowd.call(gate, None, 0.05) for _ in range(50)))
        return crowd

    assert play(main).most == 50


@pytest.mark.requirement("agents 18")
def test_one_process_holds_no_more_than_the_key_allows() -> None:
    async def main() -> Crowd:
        crowd, gate = Crowd(), Gate("a", None)
        await asyncio.gather(*(crowd.call(gate, 4) for _ in range(40)))
        return crowd

    crowd = play(main)
    assert (crowd.most, crowd.done) == (4, 40)


@pytest.mark.requirement("agents 18")
def test_all_processes_together_hold_no_more_than_the_key_allows(bus: Bus) -> None:
    identity = str(new_id())

    async def main() -> Crowd:
        crowd = Crowd()
        shared = [SharedSlots(bus.url) for _ in range(3)]
        gates = [Gate(identity, each) for each in shared]
        await asyncio.gather(*(crowd.call(gate, 3) for gate in gates for _ in range(6)))
        for gate, slots in zip(gates, shared, strict=True):
            await gate.settled()
            await slots.close()
        return crowd

    crowd = play(main)
    assert crowd.done == 18
    assert crowd.most == 3
    assert slots_of(bus, identity) == 0


def test_the_slot_of_a_process_that_died_is_free_again_and_a_renewed_one_is_not(bus: Bus) -> None:
    identity = str(new_id())

    async def main() -> None:
        dead, alive = SharedSlots(bus.url, 1), SharedSlots(bus.url, 1)
        assert await dead.take(identity, 2, "dead")
        assert await alive.take(identity, 2, "alive")
        assert not await alive.take(identity, 2, "third")
        while not await alive.take(identity, 2, "third"):
            await alive.renew(identity, ["alive"])
            await asyncio.sleep(0.1)
        assert not await alive.take(identity, 2, "fourth")
        await dead.close()
        await alive.close()

    play(main)


def test_who_waits_and_is_cancelled_holds_nothing(bus: Bus) -> None:
    identity = str(new_id())

    async def main() -> None:
        shared = SharedSlots(bus.url)
        gate, crowd = Gate(identity, shared), Crowd()
        holder = asyncio.create_task(crowd.call(gate, 1, 0.4))
        await asyncio.sleep(0.1)
        waiting = [asyncio.create_task(crowd.call(gate, 1)) for _ in range(3)]
        await asyncio.sleep(0.15)
        for each in waiting[:2]:
            each.cancel()
        await asyncio.gather(holder, waiting[2])
        await gate.settled()
        await shared.close()
        assert (crowd.done, crowd.most) == (2, 1)

    play(main)
    assert slots_of(bus, identity) == 0


def test_each_process_counts_for_itself_while_valkey_is_away() -> None:
    async def main() -> Crowd:
        crowd = Crowd()
        shared = SharedSlots("redis://127.0.0.1:1/0")
        gate = Gate("a", shared)
        await asyncio.gather(*(crowd.call(gate, 3) for _ in range(30)))
        await shared.close()
        return crowd

    crowd = play(main)
    assert (crowd.most, crowd.done) == (3, 30)


@pytest.mark.requirement("promises 7.77")
def test_after_a_429_everybody_with_that_key_rests_and_then_goes_one_by_one() -> None:
    async def main() -> list[float]:
        loop, gate, went = asyncio.get_running_loop(), Gate("a", None), []
        began = loop.time()
        gate.rest(0.2)

        async def call() -> None:
            async with gate.passed(None) as has_waited:
                went.append(loop.time() - began)
                assert has_waited

        await asyncio.gather(*(call() for _ in range(5)))
        return went

    went = play(main)
    assert min(went) >= 0.2
    assert all(later - earlier >= 0.01 for earlier, later in pairwise(went))


def test_a_gate_is_that_of_the_key_and_not_of_the_connection() -> None:
    gates = Gates(None)
    spec = ConnectionSpec("c1", "openai_chat", "https://model.example/v1")
    one = StoredConnection(spec, 1)
    other = StoredConnection(replace(spec, id="c2", base_url="https://model.example/other/v1"), 3)

    assert gates.get(one, "k") is gates.get(other, "k")
    assert gates.get(one, "k") is not gates.get(one, "another")
    elsewhere = replace(one, spec=replace(spec, base_url="https://elsewhere.example/v1"))
    assert gates.get(one, "k") is not gates.get(elsewhere, "k")
    scripted = [StoredConnection(ConnectionSpec(name, "scripted"), 1) for name in ("a", "b")]
    assert gates.get(scripted[0], None) is not gates.get(scripted[1], None)
