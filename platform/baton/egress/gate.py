"""The step both carriers take before a socket exists: a host and port become the addresses they may use."""

from typing import Final

from baton.egress.address import parse_address
from baton.egress.allow import AllowList
from baton.egress.errors import ConnectionFailed
from baton.egress.host import bracketed, normal_host
from baton.egress.resolver import Resolver, SystemResolver
from baton.egress.rule import Destination, judge_addresses, judge_url

CONNECT_SECONDS: Final = 10.0


class Gate:
    """One allow-list and one resolver. It closes the resolver it made itself."""

    def __init__(self, allow: AllowList, resolver: Resolver | None = None) -> None:
        self.allow = allow
        self._own = SystemResolver() if resolver is None else None
        self._resolver: Resolver = resolver or self._own or SystemResolver()

    def judge(self, url: str) -> Destination:
        return judge_url(url, self.allow)

    async def addresses(self, host: str, port: int) -> tuple[str, ...]:
        """Resolve once and judge every answer; what comes back is what must be connected to."""
        name = normal_host(bracketed(host.strip("[]")))
        literal = parse_address(name)
        found = (name,) if literal is not None else await self._resolver.resolve(name)
        if not found:
            raise ConnectionFailed(f"{name} has no address.")
        return judge_addresses(name, port, found, self.allow)

    def close(self) -> None:
        if self._own is not None:
            self._own.close()
