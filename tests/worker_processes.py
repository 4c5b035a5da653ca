"""A worker in a process of its own that can really be killed."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from world import World

WORKER = Path(__file__).parent / "orchestration" / "runner" / "worker_process.py"


@contextmanager
def worker_process(
    world: World,
    ledger: Path,
    failpoints: str = "",
    *,
    allow: str = "",
    more: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Runs until the block ends, or until it comes to an armed point (orchestration/journal/failpoints.py)."""
    environment = os.environ | {
        "BATON_ENV": "test",
        "BATON_FAILPOINTS": failpoints,
        "WORKER_URL": world.database.url("worker"),
        "LEDGER": str(ledger),
        "ALLOW": allow,
        **(more or {}),
    }
    process = subprocess.Popen([sys.executable, str(WORKER)], env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
