"""Named points at which a test may end the process, as a power cut would (promise P1).

A point is armed by BATON_FAILPOINTS (`name` or `name:n` for its n-th hit, separated by commas), which is read
in the test environment alone.
"""

import os

KILLED = 137


def _armed() -> dict[str, int]:
    if os.environ.get("BATON_ENV") != "test":
        return {}
    points = filter(None, os.environ.get("BATON_FAILPOINTS", "").split(","))
    return {name: int(count or 1) for name, _, count in (point.partition(":") for point in points)}


_left = _armed()


def hit(name: str) -> None:
    """Pass the point, or end here if it is armed and this is its turn."""
    if name in _left:
        _left[name] -= 1
        if _left[name] == 0:
            os._exit(KILLED)
