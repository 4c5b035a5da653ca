"""Children that do not outlive their parent, even when the parent is killed with no chance to stop them."""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_PR_SET_PDEATHSIG = 1
# Looked up before any fork: between fork and exec nothing may be loaded, otherwise a lock held by
# another thread at the moment of the fork stops the child for ever.
_prctl = ctypes.CDLL(None, use_errno=True).prctl if sys.platform == "linux" else None


def start_leashed(
    command: Sequence[str | Path],
    *,
    when_parent_dies: signal.Signals,
    log: Path | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | str = "/",
    user: pwd.struct_passwd | None = None,
) -> subprocess.Popen[bytes]:
    """Start a child in a process group of its own, its output appended to a log, or piped without one.

    It gets the signal once the thread that started it is gone: start children from one that lives as
    long as the process, in practice the main one.
    """
    if log is not None:
        log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") if log is not None else open(os.devnull, "rb") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output if log is not None else subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=env,
            user=user.pw_uid if user is not None else None,
            group=user.pw_gid if user is not None else None,
            extra_groups=[] if user is not None else None,
            preexec_fn=_leash(when_parent_dies),
        )


def _leash(when_parent_dies: signal.Signals) -> Callable[[], None]:
    parent = os.getpid()
    number = int(when_parent_dies)

    def take() -> None:
        os.setpgid(0, 0)
        if _prctl is not None:
            _prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
            if os.getppid() != parent:  # died in between: the signal would never come
                os.kill(os.getpid(), number)

    return take
