"""A project as a worker keeps it: read once for all runs of a moment, and again after it."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date
from decimal import Decimal
from typing import Any

from world import World

from baton.core.ids import new_id
from orchestration.runner.project import Projects
from orchestration.runner.store import Store

DAY = date(2026, 11, 30)


class CountingStore(Store):
    reads = 0
    price_reads = 0

    async def load_prices(self, organization_id: str, version_id: str) -> list[dict[str, Any]]:
        self.price_reads += 1
        return await super().load_prices(organization_id, version_id)

    async def load_project(self, organization_id: str, project_id: str) -> dict[str, Any]:
        self.reads += 1
        return await super().load_project(organization_id, project_id)


def with_store(world: World, use: Callable[[CountingStore], Awaitable[None]]) -> CountingStore:
    async def main() -> CountingStore:
        store = CountingStore(world.database.url("worker"), str(new_id()))
        await store.open()
        try:
            await use(store)
        finally:
            await store.close()
        return store

    return asyncio.run(main())


def test_runs_that_need_a_project_at_once_read_it_once(world: World) -> None:
    async def use(store: CountingStore) -> None:
        projects = Projects(store, seconds=60.0)
        names = str(world.organization), str(world.project)

        found = await asyncio.gather(*(projects.get(*names) for _ in range(20)))

        assert all(project is found[0] for project in found)

    assert with_store(world, use).reads == 1


def test_a_reading_that_is_cut_off_leaves_the_others_theirs(world: World) -> None:
    async def use(store: CountingStore) -> None:
        projects = Projects(store, seconds=60.0)
        names = str(world.organization), str(world.project)
        first, second = (asyncio.create_task(projects.get(*names)) for _ in range(2))
        await asyncio.sleep(0)

        first.cancel()

        assert (await second).rules == ()
        assert first.cancelled()

    assert with_store(world, use).reads == 2


def test_a_changed_policy_is_seen_when_its_moment_is_over(world: World) -> None:
    async def use(store: CountingStore) -> None:
        projects = Projects(store, seconds=0.0)
        names = str(world.organization), str(world.project)
        assert (await projects.get(*names)).rules == ()
        world.set_policy([{"tool": "*", "outcome": "deny"}])

        assert len((await projects.get(*names)).rules) == 1

    assert with_store(world, use).reads == 2


def test_the_prices_of_a_project_are_the_shipped_ones_until_it_publishes_its_own(world: World) -> None:
    row = {"provider": "openai_chat", "from": "2026-01-01", "currency": "EUR", "input": "7", "output": "7"}

    async def use(store: CountingStore) -> None:
        projects = Projects(store, seconds=0.0)
        names = str(world.organization), str(world.project)

        async def price_of(model: str) -> Decimal | None:
            price = (await projects.get(*names)).prices.price_at("openai_chat", model, DAY)
            return None if price is None else price.input

        assert await price_of("gpt-4o") == Decimal("2.5")
        world.set_prices([row | {"model": "gpt-4o"}])
        assert [await price_of("gpt-4o"), await price_of("gpt-4o-mini")] == [Decimal(7), None]
        world.set_prices([])
        assert await price_of("gpt-4o") is None

    assert with_store(world, use).price_reads == 2
