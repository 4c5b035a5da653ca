"""What both embedded servers share: start a child, wait until it answers, stop, kill and restart it."""

import signal
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Self

from baton.ops.errors import OpsError, disk_full, is_disk_full
from baton.ops.reasons import reason_in

READY_SECONDS = 60.0
STOP_SECONDS = 30.0


class EmbeddedServer(ABC):
    """A server program that runs as our child, on loopback only, behind a random password."""

    name: str
    gentle: signal.Signals
    immediate: signal.Signals

    def __init__(self, *, home: Path, port: int, log: Path | None) -> None:
        self.home = home
        self.port = port
        self.log = log if log is not None else home / f"{self.name.lower()}.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    @abstractmethod
    def url(self) -> str:
        """The address with which clients connect."""

    @abstractmethod
    def prepare(self) -> None:
        """Everything the first start needs, done once and safe to be interrupted."""

    @abstractmethod
    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the program."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether a client is served now."""

    @property
    def pid(self) -> int:
        if self._process is None:
            raise OpsError(f"{self.name} is not started.")
        return self._process.pid

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> Self:
        if self.is_running():
            return self
        try:
            self.prepare()
            self._process = self.spawn()
        except OSError as error:
            if is_disk_full(error):
                raise disk_full(self.home) from error
            raise OpsError(f"{self.name} could not be started: {error}.") from error
        self._wait_until_ready()
        return self

    def stop(self) -> None:
        """Let it finish what it does and write everything down; kill it only if it does not end."""
        self._end(self.gentle)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def restart(self, *, immediate: bool = True) -> None:
        """End it, at once or in order, and start it again on the same port with the same data."""
        self._end(self.immediate if immediate else self.gentle)
        self.start()

    def wait_until_ended(self) -> int:
        """Wait for the process that is running now; its exit status."""
        return self._process.wait() if self._process is not None else 0

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def last_words(self) -> str:
        """The end of its log, where it says why it will not run."""
        try:
            return self.log.read_text(errors="replace")[-4000:]
        except FileNotFoundError:
            return ""

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            process.send_signal(how)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not self.answers():
            if not self.is_running():
                words = self.last_words()
                self._end(signal.SIGKILL)
                if is_disk_full(words):
                    raise disk_full(self.home)
                raise OpsError(
                    f"{self.name} ended while it started: {reason_in(words)} (all of it: {self.log})."
                )
            if time.monotonic() > deadline:
                self._end(self.immediate)
                raise OpsError(f"{self.name} did not answer within {READY_SECONDS:.0f} s; see {self.log}.")
            time.sleep(0.02)
