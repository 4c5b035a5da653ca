"""The processes of Baton as commands: what `baton up` starts beside the servers."""

import http.client
import re
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from baton.ops.checkout import Checkout
from baton.ops.child import Child, python_module


@dataclass(frozen=True, slots=True)
class Makings:
    """What all of them share."""

    checkout: Checkout
    say: Callable[[str], None]
    verbose: bool

    def child(
        self,
        name: str,
        command: list[str],
        env: Mapping[str, str],
        *,
        port: int | None = None,
        ready: re.Pattern[str] | None = None,
        quiet: re.Pattern[str] | None = None,
        patience: float = 10.0,
    ) -> Child:
        return Child(
            name,
            command,
            env=env,
            cwd=self.checkout.root,
            log=self.checkout.logs / f"{name}.log",
            port=port,
            ready=ready,
            quiet=quiet,
            patience=patience,
            say=self.say,
            verbose=self.verbose,
        )


def shop(makings: Makings, env: Mapping[str, str], port: int) -> Child:
    """The demo's shop: a small service with a ledger, which the refund desk calls."""
    return makings.child("shop", python_module("baton.ops.demo.shop"), env, port=port)


def live(makings: Makings, env: Mapping[str, str], host: str, port: int) -> Child:
    """What streams and, on the one port, REST and pages behind it."""
    command = python_module("baton.live.serve", "--host", host, "--port", str(port))
    # A page not found, and what is no request at all, is its sender's matter.
    quiet = re.compile("WARNING django.request|Invalid HTTP request|Unsupported upgrade request")
    return makings.child("live", command, env, port=port, quiet=quiet)


def web(makings: Makings, env: Mapping[str, str], host: str, port: int) -> Child:
    """REST and pages alone, as behind a proxy that sends to `live` what streams."""
    threads = env.get("BATON_WEB_THREADS") or "8"
    command = python_module("granian", "--interface", "wsgi", "--host", host, "--port", str(port), "--no-ws")
    command += ["--workers", "1", "--blocking-threads", threads, "--log-level", "warning"]
    # Eight threads are meant: they wait for the database, not for a core
    # A page not found is its visitor's matter.
    quiet = re.compile("Configuration allows spawning|WARNING django.request")
    return makings.child("web", [*command, "baton.wsgi:application"], env, port=port, quiet=quiet)


def worker(makings: Makings, env: Mapping[str, str], queue: str) -> Child:
    """The runner of runs, woken by doorbells."""
    command = python_module("celery", "-A", "baton", "worker", "--pool", "threads", "--concurrency", "4")
    command += ["--without-mingle", "--without-gossip", "--loglevel", "INFO", "--queues", queue]
    return makings.child("worker", command, env, ready=re.compile(r"\bready\.$"), patience=25.0)


def supervisor(makings: Makings, env: Mapping[str, str]) -> Child:
    """The loops: outbox relay, reaper, timers, re-ring."""
    return makings.child(
        "supervisor", python_module("baton.ops.supervisor"), env, ready=re.compile(r"supervisor: ready")
    )


def accepts(host: str, port: int) -> bool:
    """Whether somebody listens there."""
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True


def answers(host: str, port: int, path: str) -> bool:
    """Whether that page is fine."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
