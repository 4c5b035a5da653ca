"""The one line of a program's output that says why it failed."""

import re

_SERVER = re.compile(r"(?:FATAL|PANIC|initdb: error): *(.+)")
_EXCEPTION = re.compile(r"[A-Za-z_][\w.]*(?:Error|Exception|Violation|NotFound|Refused|Full)\b.*")


def reason_in(output: str) -> str:
    """The last error of a server or of Python; without one, the last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for line in reversed(lines):
        if found := _SERVER.search(line):
            return found[1].rstrip(".")
        if _EXCEPTION.match(line):
            return line.rstrip(".")
    return lines[-1].rstrip(".") if lines else "it said nothing"
