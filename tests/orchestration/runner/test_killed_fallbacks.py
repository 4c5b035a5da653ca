"""A worker that is killed between a failed try and the answer of the fallback: nothing is lost, little is asked twice."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from served_models import Served, fallback_to, served_models, tries_of
from worker_processes import worker_process
from world import LIVENESS, World

OWN = "fault=unauthenticated"
OTHER = "chunks=1"
POINTS = (
    "model.after_call:1",  # it has failed, and nobody has written that down
    "journal.after_commit:2",  # the failed try is recorded, the fallback is not asked yet
    "model.after_call:2",  # the fallback has answered, and nobody has written that down
    "journal.before_send:3",
)


@pytest.fixture(scope="module")
def models() -> Iterator[Served]:
    with served_models() as served:
        yield served


def start(world: World, models: Served) -> UUID:
    agent = world.add_agent(
        connection=models.connect(world, OWN),
        model="echo",
        fallbacks=[fallback_to(models.connect(world, OTHER))],
    )
    return world.start(agent)


@pytest.mark.requirement("agents 18")
@pytest.mark.requirement("promise P1")
@pytest.mark.requirement("promise P9")
@pytest.mark.parametrize("point", POINTS)
def test_a_kill_between_a_failed_try_and_the_fallbacks_answer_loses_nothing(
    shared_world: World, models: Served, tmp_path: Path, point: str
) -> None:
    world = shared_world
    models.server.counts.reset()
    run, allow = start(world, models), models.server.authority

    with worker_process(world, tmp_path / "ledger", point, allow=allow) as killed:
        assert killed.wait(LIVENESS) == 137
    with worker_process(world, tmp_path / "ledger", allow=allow):
        world.wait(lambda: world.supervise() or world.run(run)["worker_id"] is None, "the lease to run out")
        row = world.wait_for(run, "completed", "failed")

    assert row["status"] == "completed", row["error_message"]
    assert [(each["attempt"], each.get("code"), each.get("target")) for each in tries_of(world, run)] == [
        (1, "authentication", None),
        (2, None, 1),
    ]
    world.assert_gapless(run)
    assert models.asked(OWN) + models.asked(OTHER) <= 2 + 1
    assert models.asked(OWN) <= 2
    assert models.asked(OTHER) <= 2
