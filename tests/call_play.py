"""One line of the corpus, played on the stage: its events in order, and everything that was seen of it."""

import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from uuid import UUID

from call_instants import before_parking, death_of
from call_lines import WORLD, Line, requested_calls
from call_stage import SCALE, SCRIPT, Stage, role_of, with_calls
from mortal_runner import PATIENCE, Hold, fail
from psycopg.types.json import Jsonb

from agents_app.services.withdraw_tool_version import withdraw_tool_version
from agents_app.spec import ToolSpec
from baton.core.canonical import canonical_text
from baton.core.ids import new_id
from baton.tenancy.actor import member
from baton.tenancy.roles import Role
from orchestration.engine.messages import Message
from orchestration.engine.ports import ToolOutcome
from orchestration.providers.scripted.script import ScriptedReply

type Service = Callable[[Mapping[str, Any]], ToolOutcome]

NOTHING: Mapping[str, Any] = MappingProxyType({})
AT_REST = ("waiting", "needs_attention", "completed", "failed", "cancelled", "timed_out", "rejected")
DEADLINE = 10_000 * SCALE
PRICE = {
    "provider": "scripted", "model": "scripted", "from": "2026-01-01", "currency": "EUR", "input": "1.25",
    "output": "10",
}  # fmt: skip


class Play:
    """`act` plays it. What was seen is read afterwards, in the words of the corpus."""

    def __init__(
        self,
        stage: Stage,
        line: Line,
        services: Mapping[str, Service] = NOTHING,
        *,
        outcomes: Mapping[str, str] = NOTHING,
    ) -> None:
        """`services` answer tools otherwise than at once; `outcomes` are other rules than the corpus has."""
        self.stage, self.line, self.services, self.outcomes = stage, line, services, outcomes
        self.given: Mapping[str, Any] = line["given"]
        self.requested = requested_calls(line)
        self.crashes: list[Mapping[str, str]] = list(self.given.get("crashes", ()))
        cancels = any(event["do"] == "cancel" for event in line["events"])
        people = [name for name, each in WORLD["people"].items() if "tenant" not in each]
        self.world = stage.world_for({name: role_of(name, cancels=cancels) for name in people})
        self.tools: dict[str, ToolSpec] = {}
        self.input = f"{line['id']} {new_id()}"
        self.run = new_id()
        self.t = 0.0
        self.while_dead: Callable[[], object] = lambda: None
        """What else happens before another worker takes the place of one that died."""
        self.http: list[dict[str, Any]] = []
        self.checkpoints: list[dict[str, Any]] = []

    def act(self, *later: ScriptedReply) -> "Play":
        """From the reply of the model to the last event; `later` are its replies after the first."""
        self.stage.model.learn(self.input, with_calls(self.requested), *later, ScriptedReply(text="Done."))
        version = self._publish()
        worker = self.stage.start_worker()
        raising = {call["name"] for call in self.requested if call["ref"] == self.given.get("tool_raises")}
        self.stage.effects.services = dict.fromkeys(raising, fail) | dict(self.services)
        worker.death = death_of(self.crashes, self.run, self.requested)
        lands = any("lands" in event for event in self.line["events"])
        worker.hold = Hold(before_parking(self.run)) if lands else None
        try:
            self.world.start(version, self.input, deadline_seconds=DEADLINE, requester="req", run=self.run)
            self._go_through(version)
        finally:
            worker.death = None
            if worker.hold is not None:
                worker.hold.released.set()
        assert not self.crashes, f"the worker was never killed at {self.crashes}"
        before = self.world.events(self.run)
        self.stage.bury()
        assert self.world.events(self.run) == before, "the dead have written"
        return self

    def _go_through(self, version: UUID) -> None:
        assert self.stage.worker is not None
        if self.stage.worker.hold is None:
            self.settle()
        self._after_rest(version)
        self._check(0)
        for event in self.line["events"]:
            self.take(event)

    # Arranging

    def _publish(self) -> UUID:
        for name in self.given["tools"]:
            self.tools[name] = self.stage.add_tool(self.world, name)
        self.world.set_policy([self.rule(name) for name in self.tools])
        self.world.set_prices([PRICE])
        parallel = self.given.get("parallel_tool_calls")
        return self.world.add_agent(
            tools=list(self.tools.values()),
            connection=self.world.add_connection(script=SCRIPT),
            settings=None if parallel is None else {"parallel_tool_calls": parallel},
        )

    def rule(self, name: str, **changes: Any) -> dict[str, Any]:
        """The rule of the project's policy for a tool."""
        return {
            "tool": name,
            "outcome": self.outcomes.get(name, WORLD["tools"][name]["policy"]),
            "expires_after_seconds": self.given["approval_ttl_seconds"] * SCALE,
            "execute_within_seconds": self.given.get("execute_within_seconds", 3600) * SCALE,
            **changes,
        }

    # Time and rest

    def settle(self) -> None:
        """Until nothing goes on any more; a worker that died on the way is replaced."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.stage.worker is None:
                return
            if self.stage.worker.is_dead:
                self._replace_dead()
            status = self.world.run(self.run)["status"]
            if status in AT_REST:
                return
            if status == "cancelling":
                self.world.supervise()
            self.stage.worker.ring()
            time.sleep(0.004)
        raise AssertionError(f"{self.line['id']} does not come to rest: {self.world.kinds(self.run)}")

    def _replace_dead(self) -> None:
        self.stage.replace_worker(lambda: (self.while_dead(), self.world.supervise()))
        self.crashes.pop()

    def _after_rest(self, version: UUID) -> None:
        """What happens to a run that waits, before the first event."""
        for name in self.given.get("lost_role", ()):
            self._lose_role(name)
        if self.crashes and self.crashes[0]["point"] == "while_waiting":
            self._replace_dead()
            self.settle()
        if other := self.given.get("other_run"):
            text = f"{self.input} too"
            self.stage.model.learn(text, ScriptedReply(text="Done as well."))
            run = self.world.start(version, text, deadline_seconds=DEADLINE, requester="req")
            self.world.wait_for(run, other["expect_state"])

    # Events

    def take(self, event: Mapping[str, Any]) -> None:
        """One event, and everything that follows from it."""
        if self.stage.worker is not None and self.stage.worker.is_dead:
            self._replace_dead()
            self.settle()
        hold = self.stage.worker.hold if self.stage.worker and "lands" in event else None
        assert hold is None or hold.reached.wait(PATIENCE)
        self.world.pass_time((event["t"] - self.t) * SCALE)
        self.t = event["t"]
        self._do(event)
        self.world.supervise()
        if hold is not None:
            hold.released.set()
        self.settle()
        self._check(event["n"])

    def _do(self, event: Mapping[str, Any]) -> None:
        match event["do"]:
            case "approve" | "reject":
                self._decide(event, {"decision": event["do"], "reason": event.get("reason", "")})
            case "decide":
                self._decide(event, event["body"])
            case "cancel":
                self._answered(event, self.stage.post(self.world, event["by"], f"runs/{self.run}/cancel", {}))
            case "workers_stop":
                self.stage.stop_worker()
            case "workers_start":
                self.stage.start_worker()
            case "tool_changed":
                self._change_tool(event["tool"])
            case "tool_withdrawn":
                self._withdraw_tool(event["tool"])
            case "tamper":
                self.world.owner(
                    f"update orchestration_toolcall set {event['field']} = %s where id = %s",
                    [canonical_text(event["value"]), self.call_ids[event["call"]]],
                )
            case "lose_role":
                self._lose_role(event["who"])
            case "tick":
                pass
            case unknown:
                raise AssertionError(f"nobody can play {unknown}")

    def _decide(self, event: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        cards = (
            self.cards(event["call"]) if event["call"] in self.call_ids else [{"id": new_id(), "digest": "x"}]
        )
        card = cards[event.get("card", 0) - 1]
        body = {"digest": event.get("digest", card["digest"])} | dict(body)

        def send() -> None:
            # Whoever clicks has seen the card when it was new.
            path = f"approvals/{card['id']}/decision"
            headers = {"If-Match": '"1"'}
            self._answered(event, self.stage.post(self.world, event["by"], path, body, **headers))
            self._note_no_effect(card)

        if self.crashes and self.crashes[0]["point"] == "after_decision":
            self.stage.replace_worker(send)
            self.crashes.pop()
        else:
            send()

    def _note_no_effect(self, card: Mapping[str, Any]) -> None:
        """A refusal leaves the card as it was, and so does a decision that was made before."""
        is_refused = self.http[-1]["http"] >= 400
        if not is_refused and card["decision"] is None:
            return
        now = self.world.owner("select * from orchestration_approval where id = %s", [card["id"]])
        assert now == ([card] if "state" in card else [])
        if not is_refused:
            self.http[-1]["effect"] = "none"

    def _answered(self, event: Mapping[str, Any], response: Any) -> None:
        error = {} if response.status_code < 400 else response.json()["error"]
        shown = {"event": event["n"], "http": response.status_code, "code": error.get("code")}
        if "by" in error.get("details", {}):
            shown["winner"] = error["details"]["by"]
        self.http.append(shown)

    def _change_tool(self, name: str) -> None:
        """The stored definition moves, and whoever moved it tells the runs that use it."""
        self.world.change_tool(self.tools[name], description=f"{name}, but differently")
        with self.world.as_web() as web:
            web.execute("select kernel.signal(%s, 'tool_changed', %s)", [self.run, Jsonb({"tool": name})])

    def _withdraw_tool(self, name: str) -> None:
        alice = self.world.people["alice"]
        actor = member(
            user_id=alice.id, name=alice.name, organization_id=self.world.organization,
            project_id=self.world.project, role=Role.OWNER,
        )  # fmt: skip
        withdraw_tool_version(actor=actor, tool_version_id=UUID(self.tools[name].version_id))

    def _lose_role(self, name: str) -> None:
        self.world.owner(
            "update tenancy_membership set role = 'viewer' where user_id = %s", [self.world.people[name].id]
        )

    # Looking on the way

    @property
    def call_ids(self) -> dict[str, str]:
        """Ids of the calls of the first reply by their names in the line."""
        return self.ids_of(0, self.line["reply"]["calls"])

    def ids_of(self, reply: int, requested: Sequence[Mapping[str, Any]]) -> dict[str, str]:
        replies = [e["payload"] for e in self.world.events(self.run) if e["kind"] == "model_call_completed"]
        if len(replies) <= reply:
            return {}
        calls = replies[reply]["calls"]
        return {each["ref"]: call["id"] for each, call in zip(requested, calls, strict=False)}

    def cards(self, ref: str) -> list[dict[str, Any]]:
        return self.world.owner(
            "select * from orchestration_approval where call_id = %s order by revision", [self.call_ids[ref]]
        )

    def executions(self, ids: Mapping[str, str]) -> dict[str, list[dict[str, Any]]]:
        """The arguments of each start of the effect, by call."""
        executed = self.stage.effects.executed
        return {ref: [done for call, _, done in executed if call == each] for ref, each in ids.items()}

    def call_states(self, ids: Mapping[str, str]) -> dict[str, str]:
        states = {str(row["id"]): row["state"] for row in self.world.calls(self.run)}
        return {ref: states[each] for ref, each in ids.items() if each in states}

    @property
    def requests(self) -> list[list[Message]]:
        """Every request to the model."""
        return self.stage.model.requests[self.input]

    def _check(self, n: int) -> None:
        ids = self.call_ids
        self.checkpoints.append(
            {
                "after_event": n,
                "started": {ref: len(each) for ref, each in self.executions(ids).items()},
                "call_states": self.call_states(ids),
                "run_state": self.world.run(self.run)["status"],
                "model_called_again": any(
                    each["role"] == "tool" for request in self.requests for each in request
                ),
            }
        )
