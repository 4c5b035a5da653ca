"""Processes of a bench, spoken to by lines: see `client_process` for their inside."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


class Process:
    """A script of this folder that answers one JSON object for each it is given."""

    def __init__(self, script: str, python: str = sys.executable) -> None:
        self._process = subprocess.Popen(
            [python, str(HERE / script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(HERE.parent)},
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def tell(self, order: dict[str, Any]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self._process.args} has ended; what it said is above.")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        """It ends when its input does."""
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # it has ended before
            self._process.stdin.close()
        try:
            self._process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self._process.kill()


def started_process(script: str, config: dict[str, Any], python: str = sys.executable) -> Process:
    """Told its configuration; it says when it is ready."""
    process = Process(script, python)
    process.tell(config)
    return process
