"""At most one `baton up` per checkout, and nothing left over from one that was killed."""

import fcntl
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from baton.ops.checkout import Checkout
from baton.ops.errors import OpsError
from baton.ops.files import read_json

LEFTOVER_SECONDS = 15.0


@contextmanager
def only_one(checkout: Checkout) -> Iterator[None]:
    """Hold the checkout's lock; the system gives it back when this process ends, however it ends."""
    with checkout.lock.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            holder = lock.read().strip()
            url = (read_json(checkout.processes) or {}).get("url")
            raise OpsError(
                f"Baton already runs for this checkout (process {holder})" + (f" at {url}." if url else ".")
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def started_at(pid: int) -> int | None:
    """When a process began, in ticks of the machine: with the number it names one process for ever."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[19])


def end_leftovers(checkout: Checkout) -> int:
    """Wait for what a killed `baton up` left: the system told it to stop, we end it if it does not."""
    known = (read_json(checkout.processes) or {}).get("processes", [])
    left = [each for each in known if each.get("pid") and started_at(each["pid"]) == each.get("ticks")]
    left = [each for each in left if each.get("ticks") is not None]
    deadline = time.monotonic() + LEFTOVER_SECONDS
    waiting = left
    while waiting:
        waiting = [each for each in waiting if started_at(each["pid"]) == each["ticks"]]
        if waiting and time.monotonic() > deadline:
            for each in waiting:
                with suppress(ProcessLookupError):
                    os.killpg(each["pid"], signal.SIGKILL)
            break
        time.sleep(0.05)
    return len(left)
