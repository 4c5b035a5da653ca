"""Opening a claimed run: its state folded from its record, who works on its tasks, what cards say of it."""

from datetime import datetime, timedelta
from functools import partial

from orchestration.engine.contract import contract_of
from orchestration.engine.run import RunState, evolve_all, run_of_agent, run_of_team
from orchestration.runner.cards import CardContext
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


def card_context(run: ClaimedRun, now: datetime, seconds_left: float) -> CardContext:
    """What every card of the run says of it; each task puts its own agent in."""
    return CardContext(
        organization_id=run.organization_id,
        project_id=run.project_id,
        run_id=run.run_id,
        agent_version_id=run.agent_version_id or "",
        requester_id=str(run.records[0].payload["requester"]["id"]),
        now=now,
        deadline=now + timedelta(seconds=seconds_left),
    )
