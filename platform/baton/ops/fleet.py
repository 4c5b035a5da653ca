"""Everything `baton up` has started: looked after while it runs, written down, stopped in reverse order."""

import os
import time
from collections.abc import Callable
from typing import Any

from baton.ops.checkout import Checkout
from baton.ops.child import FIRST_PAUSE, LONGEST_PAUSE, Child
from baton.ops.embedded.server import EmbeddedServer
from baton.ops.errors import OpsError
from baton.ops.files import write_private_json
from baton.ops.only_one import started_at


class Fleet:
    """The embedded servers and the processes of one checkout."""

    def __init__(self, checkout: Checkout, say: Callable[[str], None]) -> None:
        self.url = ""
        self.servers: list[EmbeddedServer] = []
        self.children: list[Child] = []
        self._checkout = checkout
        self._say = say
        self._pauses: dict[str, float] = {}
        self._next_try: dict[str, float] = {}
        self._restarts: dict[str, int] = {}

    def has_started(self) -> bool:
        return bool(self.servers or self.children)

    def start_server(self, server: EmbeddedServer) -> None:
        self.servers.append(server)  # before it is started: a half-started one is stopped too
        server.start()
        self.write_down()

    def start_child(self, child: Child) -> None:
        self.children.append(child)
        child.start()
        self.write_down()

    def wait_until_ready(self, child: Child, answers: Callable[[], bool], seconds: float) -> None:
        """Wait for the first answer; one that ends before it needs mending, so it is not tried again."""
        deadline = time.monotonic() + seconds
        while not answers():
            if not child.is_running():
                raise OpsError(
                    f"{child.name} ended while it started: {child.reason()} (all of it: {child.log})."
                )
            if time.monotonic() > deadline:
                raise OpsError(f"{child.name} did not answer within {seconds:.0f} s; see {child.log}.")
            time.sleep(0.1)

    def look_after(self) -> None:
        """One look at all of them: whatever has ended is started again."""
        changed = [self._look_after_server(server) for server in self.servers]
        changed += [child.look_after() for child in self.children]
        if any(changed):
            self.write_down()

    def restart_children(self) -> None:
        """For new source: stop them in reverse order, start them in order."""
        for child in reversed(self.children):
            child.stop()
        for child in self.children:
            child.start()
        self.write_down()

    def stop(self, hurry: Callable[[], bool]) -> None:
        for child in reversed(self.children):
            child.stop(hurry)
        for server in reversed(self.servers):
            server.stop()
        self._checkout.processes.unlink(missing_ok=True)

    def write_down(self) -> None:
        """Who runs, for `baton status` and for the next start if this one is killed."""
        running: list[dict[str, Any]] = [
            {
                "name": server.name.lower(),
                "pid": server.pid,
                "port": server.port,
                "restarts": self._restarts.get(server.name, 0),
            }
            for server in self.servers
            if server.is_running()
        ]
        running += [
            {"name": child.name, "pid": child.pid, "port": child.port, "restarts": child.restarts}
            for child in self.children
        ]
        for each in running:
            each["ticks"] = started_at(each["pid"]) if each["pid"] is not None else None
        write_private_json(
            self._checkout.processes, {"pid": os.getpid(), "url": self.url, "processes": running}
        )

    def _look_after_server(self, server: EmbeddedServer) -> bool:
        if server.is_running():
            return False
        now = time.monotonic()
        if now < self._next_try.get(server.name, 0.0):
            return False
        self._say(f"{server.name} ended: it is started again")
        try:
            server.start()
        except OpsError as error:
            pause = self._pauses.get(server.name, FIRST_PAUSE)
            self._pauses[server.name] = min(pause * 2, LONGEST_PAUSE)
            self._next_try[server.name] = time.monotonic() + pause
            self._say(f"{error} Tried again in {pause:g} s.")
            return True
        self._pauses.pop(server.name, None)
        self._restarts[server.name] = self._restarts.get(server.name, 0) + 1
        return True
