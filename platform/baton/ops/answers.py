"""`python -m baton.ops.answers URL`: exit 0 where that address answers 200. A container's health check."""

import sys
import urllib.request

_SECONDS = 4


def answers(url: str) -> bool:
    """Whether a GET of the address is answered with 200 in a moment."""
    try:
        with urllib.request.urlopen(url, timeout=_SECONDS) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (OSError, ValueError):
        return False


if __name__ == "__main__":
    sys.exit(0 if answers(sys.argv[1]) else 1)
