"""A runner as a process of its own, for tests that kill it. Tools write to a ledger before they answer."""

import json
import os
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "platform"), str(ROOT)]

from baton.egress.allow import AllowList  # noqa: E402
from orchestration.engine.ports import ToolInvocation, ToolOutcome  # noqa: E402
from orchestration.runner.loop import Runner  # noqa: E402
from orchestration.runner.settings import RunnerSettings  # noqa: E402


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
        return ToolOutcome(content="done", full="done", status=200)

    async def close(self) -> None:
        return None


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
    )
    signal.signal(signal.SIGTERM, lambda *_: runner.stop())
    runner.run()


if __name__ == "__main__":
    main()
