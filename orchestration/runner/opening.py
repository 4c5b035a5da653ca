"""Opening a claimed run: its state folded from its record, and whoever works on its tasks."""

from functools import partial

from orchestration.engine.contract import contract_of
from orchestration.engine.run import RunState, evolve_all, run_of_agent, run_of_team
from orchestration.runner.seats import Seats
from orchestration.runner.store import ClaimedRun
from orchestration.runner.worker import Worker


async def open_run(worker: Worker, run: ClaimedRun) -> tuple[Seats, RunState]:
    """Of a run of one agent or of an orchestration, in the version that it pins."""
    contract = contract_of(run.records[0])
    load = partial(worker.store.load_bodies, run.organization_id, run.run_id)
    if run.agent_version_id is not None:
        agent = await worker.agents.get(run.organization_id, run.agent_version_id)
        seats, before = Seats(run.task_id, load, agent, None), run_of_agent(contract, agent.spec)
    else:
        assert run.orchestration_version_id is not None  # a run is of one or the other
        team = await worker.teams.get(run.organization_id, run.orchestration_version_id)
        seats, before = Seats(run.task_id, load, None, team), run_of_team(contract, team.spec, team.specs)
    return seats, evolve_all(before, run.records)
