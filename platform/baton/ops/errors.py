"""The failure that people who start Baton meet: always one clear sentence, never a traceback."""

import errno

LEFT_ON_DISK = "No space left on device"


class OpsError(Exception):
    """Something about this machine stops Baton; the message says what and what to do about it."""


def disk_full(place: object) -> OpsError:
    return OpsError(f"The disk that holds {place} is full: free some space there and start again.")


def is_disk_full(error: BaseException | str) -> bool:
    """Whether a failure, or what a server printed, means that no space is left."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return LEFT_ON_DISK in str(error)
