"""The line to a provider: the client, and what stands before each request that goes over it."""

from collections.abc import Callable
from dataclasses import dataclass

from orchestration.engine.limits import MAX_DELAY_SECONDS
from orchestration.engine.ports import ModelClient, ModelError, ModelReply, ModelRequest
from orchestration.runner.circuits import Circuit, Circuits, is_answer
from orchestration.runner.gates import Gate, Gates
from orchestration.runner.models import Models
from orchestration.runner.outages import Outages
from orchestration.runner.project import Project

RATE_LIMITED = "provider_rate_limited"


@dataclass(frozen=True, slots=True)
class Line:
    """Of one connection, for one request of one run."""

    client: ModelClient
    circuit: Circuit
    gate: Gate
    max_in_flight: int | None
    organization_id: str
    connection_id: str
    outages: Outages
    is_known_out: bool
    """Somebody has written that it is out; this process need not have noticed it."""

    async def ask(self, request: ModelRequest, on_text: Callable[[str], None] | None) -> ModelReply:
        """One request, and what is learned from it for the requests of others."""
        was_open = self.circuit.is_open
        try:
            with self.circuit.asking():
                reply = await self.client.complete(request, on_text)
        except ModelError as error:
            if error.code == RATE_LIMITED and error.retry_after and error.retry_after <= MAX_DELAY_SECONDS:
                self.gate.rest(error.retry_after)
            if is_answer(error):
                self._tell_that_it_is_there(was_open)
            raise
        self._tell_that_it_is_there(was_open)
        return reply

    def _tell_that_it_is_there(self, was_open: bool) -> None:
        if was_open or self.is_known_out:
            self.outages.tell(self.organization_id, self.connection_id, None)

    def tell_if_out(self, error: ModelError) -> None:
        """After a failure, once its message holds no secret any more."""
        outage = self.circuit.outage(error)
        if outage is not None:
            self.outages.tell(self.organization_id, self.connection_id, outage)


class Lines:
    """Every line of a worker process, on one event loop."""

    def __init__(self, models: Models, circuits: Circuits, gates: Gates, outages: Outages) -> None:
        self._models = models
        self._circuits = circuits
        self._gates = gates
        self._outages = outages

    async def get(self, organization_id: str, project: Project, connection_id: str) -> Line:
        """Raises ModelError where there is no such connection, or no key for it."""
        client = await self._models.get(project, connection_id)
        stored = project.connections[connection_id]
        return Line(
            client=client,
            circuit=self._circuits.get(connection_id, stored.version),
            gate=self._gates.get(stored, stored.key()),
            max_in_flight=stored.max_in_flight,
            organization_id=organization_id,
            connection_id=connection_id,
            outages=self._outages,
            is_known_out=connection_id in project.out,
        )

    def start(self) -> None:
        self._outages.start()
        self._gates.start()

    async def close(self) -> None:
        await self._outages.stop()
        await self._gates.stop()
        await self._models.close()
