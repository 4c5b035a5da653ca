"""A live server of this process, `baton` as a process, and the terminal of a person."""

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application

ROOT = Path(__file__).resolve().parents[1]
LIVENESS = 30.0
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>78])")


class _Handler(WSGIRequestHandler):
    connections: ClassVar[list[socket.socket]] = []

    def setup(self) -> None:
        super().setup()
        self.connections.append(self.connection)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class LiveServer:
    """`web` on a free port, on threads of this process; it can go away and come back on the same port."""

    def __init__(self) -> None:
        self.port = 0
        self._server: ThreadedWSGIServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._server = ThreadedWSGIServer(("127.0.0.1", self.port), _Handler)
        self._server.set_app(get_wsgi_application())
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        assert self._server is not None
        assert self._thread is not None
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        for connection in _Handler.connections:  # kept ones too: they would still be answered
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        _Handler.connections.clear()


@dataclass(frozen=True)
class Baton:
    """The command `baton` with what it reads from the environment."""

    environ: Mapping[str, str]

    def with_environ(self, **environ: str) -> "Baton":
        return Baton({**self.environ, **environ})

    def whole_environ(self) -> dict[str, str]:
        keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        path = os.pathsep.join([str(ROOT / "platform"), str(ROOT)])
        return {**keep, "PYTHONPATH": path, "TZ": "UTC", "PYTHONUTF8": "1", **self.environ}

    def __call__(
        self, *arguments: str, stdin: str | None = None, cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._command(arguments),
            env={"COLUMNS": "120", **self.whole_environ()},
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            text=True,
            timeout=LIVENESS * 2,
            check=False,
            cwd=cwd,
        )

    def json_lines(self, *arguments: str) -> list[dict[str, Any]]:
        """What it prints with --json, which must be lines of JSON and nothing else."""
        done = self(*arguments, "--json")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command(arguments),
            env={"COLUMNS": "120", **self.whole_environ()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def at_terminal(self, *arguments: str, columns: int = 80) -> "Terminal":
        return Terminal(self._command(arguments), self.whole_environ(), columns)

    @staticmethod
    def _command(arguments: tuple[str, ...]) -> list[str]:
        return [sys.executable, "-m", "baton.ops", *arguments]


class Terminal:
    """A process at a terminal of its own, and the person who reads and types there."""

    def __init__(self, command: list[str], environ: dict[str, str], columns: int) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
        self._process = subprocess.Popen(
            command,
            env={**environ, "TERM": "xterm-256color"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self._raw = b""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        """Everything shown so far, without colours and movements of the cursor."""
        return _ESCAPE.sub("", self._raw.decode(errors="replace")).replace("\r", "")

    @property
    def raw(self) -> str:
        return self._raw.decode(errors="replace")

    def expect(self, words: str, seconds: float = LIVENESS) -> None:
        """Wait until these words are shown, after those that were expected before."""
        end = time.monotonic() + seconds
        while True:
            place = self.text.find(words, self._seen)
            if place >= 0:
                self._seen = place + len(words)
                return
            if not self._read(end):
                raise AssertionError(f"{words!r} was not shown:\n{self.text}")

    def type(self, line: str) -> None:
        os.write(self._master, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        os.write(self._master, key)

    def end(self) -> int:
        """Read to the end; the exit code."""
        end = time.monotonic() + LIVENESS
        while self._read(end):
            pass
        return self._process.wait(timeout=LIVENESS)

    def _read(self, end: float) -> bool:
        """Some more output; False at its end or when the time is over."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return False
        try:
            chunk = os.read(self._master, 65536)
        except OSError:  # how Linux says that the last process has closed the terminal
            return False
        self._raw += chunk
        return bool(chunk)
