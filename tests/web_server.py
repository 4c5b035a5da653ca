"""A real `web` process on a test's database: granian, as `baton up` starts it, on a free port."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from database import ROOT, TestDatabase
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from people import PASSWORD, Person

from baton.ops.embedded.ports import free_port

READY_SECONDS = 60


@dataclass(frozen=True)
class WebServer:
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self, timeout: float = 30) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def get(self, path: str) -> int:
        """The status of a page."""
        connection = self.connect()
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def resident_kilobytes(self) -> int:
        """Memory of the server and its children."""
        found = subprocess.run(
            ["ps", "-o", "rss=", "-g", str(os.getpgid(self.process.pid))], capture_output=True, check=True
        )
        return sum(int(line) for line in found.stdout.split())


@contextmanager
def web_server(
    database: TestDatabase, redis_url: str, folder: Path, **environment: str
) -> Iterator[WebServer]:
    """The server, from the moment it is ready until the end of the block."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--no-ws", "--workers", "1", "--blocking-threads", "8"]
    env: dict[str, Any] = {
        **os.environ,
        **database.environment(),
        "DJANGO_SETTINGS_MODULE": "baton.settings.dev",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "platform"), str(ROOT)]),
        "BATON_ROLE": "web",
        "BATON_URL": f"http://127.0.0.1:{port}",
        "BATON_INSTANCE": f"t{port}",
        "BATON_SECRET_KEY": "shared-by-the-servers-of-one-test" * 2,
        "REDIS_URL": redis_url,
        **environment,
    }
    log = folder / f"web-{port}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, "baton.wsgi:application"], env=env, stdout=out, stderr=out, start_new_session=True
        )
        server = WebServer(port, process, log)
        try:
            until_ready(server, "/readyz")
            yield server
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def until_ready(server: WebServer, path: str) -> None:
    """Wait until the page is fine."""
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        if server.process.poll() is not None:
            break
        try:
            if server.get(path) == 200:
                return
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
    raise AssertionError(f"web did not become ready: {server.log.read_text()[-3000:]}")


def set_real_password(database: TestDatabase, person: Person | None = None) -> None:
    """Everybody's password, or one person's, as this server hashes it; the tests' own hasher is none of its.

    Whoever is signed in already has a hash that signing in has renewed: another one ends their session.
    """
    encoded = PBKDF2PasswordHasher().encode(PASSWORD, "a-salt-of-the-tests", iterations=1000)
    database.rows(
        "update accounts_user set password = %s where %s::uuid is null or id = %s",
        [encoded, person and person.id, person and person.id],
    )
