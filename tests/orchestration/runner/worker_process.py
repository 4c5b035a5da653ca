"""A runner as a process of its own, for tests that kill it. Tools write to a ledger before they answer."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "platform"), str(ROOT)]

from baton.egress.allow import AllowList  # noqa: E402
from baton.telemetry.choice import Choice  # noqa: E402
from baton.telemetry.start import start_telemetry  # noqa: E402
from orchestration.engine.ports import ToolInvocation, ToolOutcome  # noqa: E402
from orchestration.runner.loop import Runner  # noqa: E402
from orchestration.runner.settings import RunnerSettings  # noqa: E402
from orchestration.telemetry.observer import SpanObserver  # noqa: E402


class FileLedger:
    def __init__(self, path: Path) -> None:
        self._path = path

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        line = {
            "tool": invocation.tool.name,
            "key": invocation.idempotency_key,
            "arguments": dict(invocation.arguments),
        }
        with self._path.open("a") as ledger:
            ledger.write(json.dumps(line) + "\n")
        await asyncio.sleep(float(os.environ.get("LINGER", "0")))
        return ToolOutcome(content="done", full="done", status=200)

    async def close(self) -> None:
        return None


def observer() -> SpanObserver | None:
    """Tells of the runs over OTLP, where a test asks for it."""
    if "TELEMETRY" not in os.environ:
        return None
    telemetry = start_telemetry(Choice("baton-worker", ("otlp_proto_http",)), str)
    assert telemetry is not None
    assert telemetry.sender is not None
    observer = SpanObserver(os.environ["WORKER_URL"], telemetry.sender, seconds=0.1)
    observer.start()
    return observer


def main() -> None:
    runner = Runner(
        RunnerSettings(
            database_url=os.environ["WORKER_URL"],
            allow=AllowList.parse(os.environ.get("ALLOW", "")),
            lease_seconds=float(os.environ.get("LEASE", "1.2")),
            renew_seconds=0.3,
            look_seconds=0.1,
            drain_seconds=1.0,
            project_seconds=0.0,
        ),
        lambda: FileLedger(Path(os.environ["LEDGER"])),
        observer(),
    )
    signal.signal(signal.SIGTERM, lambda *_: runner.stop())
    runner.run()


if __name__ == "__main__":
    main()
