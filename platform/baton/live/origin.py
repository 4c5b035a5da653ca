"""Which pages may open a socket: those of this very address, compared whole (scheme, host and port).

A comparison of hosts alone would let `http://app.example` and `https://app.example:8443` speak for
`https://app.example`; whoever can serve either could then act as its visitor.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.http.request import split_domain_port, validate_host

_DEFAULT_PORT = {"http": ":80", "https": ":443"}
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class OriginRule:
    """`public`: the address people use. `hosts`: other names under which the same server may be opened."""

    public: str
    hosts: Sequence[str]

    @classmethod
    def of(cls, url: str, hosts: Sequence[str]) -> "OriginRule":
        parts = urlsplit(url)
        return cls(_origin(parts.scheme, parts.netloc), tuple(hosts))

    def allows(self, origins: Sequence[str], *, host: str, scheme: str) -> bool:
        """Whether a handshake with these Origin headers may go on. `scheme` is that of the connection.

        A browser always sends exactly one; its page is ours if it is the public address, or the address this
        request was sent to under a name we know: a page of another site cannot choose both.
        """
        if len(origins) != 1:
            return False
        return origins[0] == self.public or origins[0] == self._served_at(host, scheme)

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name, _ = split_domain_port(host)
        return bool(name) and (validate_host(name, _LOOPBACK) or validate_host(name, self.hosts))

    def _served_at(self, host: str, scheme: str) -> str | None:
        if not self.knows(host):
            return None
        # Behind a proxy that speaks https the connection itself is plain.
        is_secure = self.public.startswith("https:") or scheme in ("https", "wss")
        return _origin("https" if is_secure else "http", host)


def _origin(scheme: str, place: str) -> str:
    """As a browser writes it: lower case, without the port that the scheme implies."""
    return f"{scheme}://{place.lower().removesuffix(_DEFAULT_PORT.get(scheme, ''))}"
