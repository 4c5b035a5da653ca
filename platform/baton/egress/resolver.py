"""Names to addresses, once per connection and in bounded time."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from baton.egress.errors import ConnectionFailed, EgressTimeout

RESOLVE_SECONDS: Final = 5.0


class Resolver(Protocol):
    """Turns a name into addresses; a test's own one can lie."""

    async def resolve(self, host: str) -> tuple[str, ...]:
        """Every address of a name, in the order to try them; raises EgressError where there is none."""
        ...


class SystemResolver:
    """The operating system's resolver on a few threads of its own, so that a silent name server does not
    hold up everything else that runs in the loop's executor."""

    def __init__(self, seconds: float = RESOLVE_SECONDS, threads: int = 16) -> None:
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="egress-dns")

    async def resolve(self, host: str) -> tuple[str, ...]:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._seconds):
                found = await loop.run_in_executor(self._threads, _look_up, host)
        except TimeoutError as error:
            raise EgressTimeout(f"{host} was not resolved within {self._seconds:g} s.") from error
        except (OSError, UnicodeError) as error:
            raise ConnectionFailed(f"{host} cannot be resolved.") from error
        return tuple(dict.fromkeys(found))

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str) -> list[str]:
    found = socket.getaddrinfo(host, None, family=socket.AF_UNSPEC, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found if entry[0] in (socket.AF_INET, socket.AF_INET6)]
