"""One process of Baton under the eyes of `baton up`: started, listened to, started again, stopped."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from baton.ops.embedded.leash import start_leashed
from baton.ops.reasons import reason_in

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
GOOD_RUN = 30.0
LOG_LIMIT = 10 * 2**20
LOUD = re.compile(r"\b(WARNING|ERROR|CRITICAL|FATAL|Traceback)\b")


class Child:
    """A command that shall run until it is told to stop."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        env: Mapping[str, str],
        cwd: Path,
        log: Path,
        ready: re.Pattern[str] | None = None,
        quiet: re.Pattern[str] | None = None,
        port: int | None = None,
        patience: float = 10.0,
        say: Callable[[str], None],
        verbose: bool = False,
    ) -> None:
        self.name = name
        self.port = port
        self.restarts = 0
        self.since = time.time()
        self.is_ready = threading.Event()
        self._command = list(command)
        self._env = dict(env)
        self._cwd = cwd
        self._log = log
        self._ready = ready
        self._quiet = quiet
        self._patience = patience
        self._say = say
        self._verbose = verbose
        self._process: subprocess.Popen[bytes] | None = None
        self._pause = FIRST_PAUSE
        self._start_again_at: float | None = None
        self._last_said = ""
        self._recent: deque[str] = deque(maxlen=200)

    @property
    def pid(self) -> int | None:
        return self._process.pid if self.is_running() and self._process is not None else None

    @property
    def log(self) -> Path:
        return self._log

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def reason(self) -> str:
        """What it said that explains its end."""
        return reason_in("\n".join(self._recent))

    def start(self) -> None:
        if self._log.exists() and self._log.stat().st_size > LOG_LIMIT:
            self._log.replace(self._log.with_suffix(".log.1"))
        self.is_ready.clear()
        self.since = time.time()
        self._start_again_at = None
        self._process = start_leashed(
            self._command, when_parent_dies=signal.SIGTERM, env=self._env, cwd=self._cwd
        )
        threading.Thread(
            target=self._listen, args=(self._process,), name=f"log of {self.name}", daemon=True
        ).start()

    def look_after(self) -> bool:
        """Start it again where it has ended, later each time it fails quickly. True if something changed."""
        if self._process is None or self._process.poll() is None:
            return False
        now = time.monotonic()
        if self._start_again_at is None:
            self._end_group()
            if time.time() - self.since > GOOD_RUN:
                self._pause = FIRST_PAUSE
            self._start_again_at = now + self._pause
            how = _how_it_ended(self._process.returncode)
            self._say(
                f"{self.name} ended ({how}): started again in {self._pause:g} s; its log is {self._log}"
            )
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            return True
        if now >= self._start_again_at:
            self.restarts += 1
            self.start()
            return True
        return False

    def stop(self, hurry: Callable[[], bool] = lambda: False) -> None:
        """Ask it to stop; end its whole group if it does not in its time, or if somebody is in a hurry."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
            deadline = time.monotonic() + self._patience
            while process.poll() is None and time.monotonic() < deadline and not hurry():
                time.sleep(0.02)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _is_news(self, line: str) -> bool:
        """A warning that differs from the last one by more than its numbers: others would fill the screen."""
        if not LOUD.search(line) or (self._quiet and self._quiet.search(line)):
            return False
        words, last = re.sub(r"\d+", "", line), self._last_said
        self._last_said = words
        return words != last

    def _end_group(self) -> None:
        """What a dead process started itself would keep its port, for one."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        if process.stdout is None:
            return
        with process.stdout as output, _open_log(self._log) as log:
            for raw in output:
                line = raw.decode(errors="replace").rstrip("\n")
                self._recent.append(line)
                with suppress(OSError):  # a full disk must not stop the process whose log this is
                    log.write(line + "\n")
                    log.flush()
                if self._ready is not None and self._ready.search(line):
                    self.is_ready.set()
                if self._verbose or self._is_news(line):
                    self._say(f"{self.name:<10} | {line}")


def python_module(module: str, *arguments: str) -> list[str]:
    """A command of our own interpreter that does not look into the folder it is started in."""
    return [sys.executable, "-P", "-m", module, *arguments]


def _open_log(path: Path) -> TextIO:
    """Or nowhere: a process nobody listens to would stand still, also where a log cannot be kept."""
    try:
        return path.open("a", encoding="utf-8")
    except OSError:
        return open(os.devnull, "w", encoding="utf-8")


def _how_it_ended(status: int) -> str:
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"exit {status}"
