"""The one rule about where a request may go: first the text of the URL, then every address it resolves to.

Pure: it resolves nothing and opens nothing. Both carriers ask it, and so does whoever saves a URL.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from baton.egress.address import is_listable, is_public, parse_address
from baton.egress.allow import AllowList
from baton.egress.errors import BlockedAddress, EgressError, HostNotAllowed, InvalidUrl
from baton.egress.host import bracketed, never_public, normal_host

MAX_URL: Final = 8192
_DEFAULT_PORTS: Final = {"https": 443, "http": 80}
_OPEN_PORTS: Final = frozenset({443, 8443})

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f-\x9f\\\"<>^`{|}]")
_BROKEN_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_URL = re.compile(r"(?P<scheme>[A-Za-z]+)://(?P<authority>[^/?]*)(?P<path>/[^?]*)?(?P<query>\?.*)?")
_AUTHORITY = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]+)(:(?P<port>[1-9][0-9]{0,4}))?")


@dataclass(frozen=True, slots=True)
class Destination:
    """A URL that passed, with its parts as they will be used."""

    url: str
    scheme: str
    host: str
    port: int
    listed: bool
    """Its host and port stand in the allow-list."""

    @property
    def authority(self) -> str:
        """What people read and credentials are bound to: the host, and the port unless it is https on 443."""
        return _authority(self.scheme, self.host, self.port)

    def is_named_by(self, text: str) -> bool:
        """Whether `host` or `host:port` means exactly this place; without a port it means https on 443."""
        match = _AUTHORITY.fullmatch(text)
        try:
            host = normal_host(match["host"]) if match else ""
        except EgressError:
            return False
        port = int(match["port"] or 443) if match else 0
        plain = self.scheme == "http" and match is not None and match["port"] is None
        return not plain and (host, port) == (self.host, self.port)


def judge_url(url: str, allow: AllowList) -> Destination:
    """Take a URL apart strictly and refuse what may never be spoken to.

    Raises InvalidUrl, BlockedAddress (its host is a number that is not public) or HostNotAllowed (plain http
    or an unusual port, which only the allow-list permits).
    """
    destination = read_url(url, allow)
    address = parse_address(destination.host)
    if destination.listed:
        # A number never meets a resolver: what no entry can permit is refused here, as a name would be later.
        if address is not None and not (is_public(address) or is_listable(address)):
            raise BlockedAddress(f"{destination.authority} is not an address that can be listed.")
        return destination
    if never_public(destination.host) or (address is not None and not is_public(address)):
        raise BlockedAddress(f"{destination.authority} is not a public address.")
    if destination.scheme != "https":
        raise HostNotAllowed(f"{destination.authority} may not be reached by plain http.")
    if destination.port not in _OPEN_PORTS:
        raise HostNotAllowed(f"Port {destination.port} of {destination.host} is not open to requests.")
    return destination


def judge_listed_url(url: str, allow: AllowList, hosts: Collection[str]) -> Destination:
    """The same where only named hosts will do (model providers): one of `hosts`, or an entry of the list."""
    destination = read_url(url, allow)
    if not destination.listed and destination.host not in hosts:
        raise HostNotAllowed(f"{destination.authority} is not among the hosts this platform allows.")
    return judge_url(url, allow)


def judge_addresses(host: str, port: int, addresses: Iterable[str], allow: AllowList) -> tuple[str, ...]:
    """The addresses a connection may use, in their order. One bad address refuses all: a name that answers
    with both kinds is either a mistake or an attack."""
    listed = allow.has(host, port)
    judged = []
    for text in addresses:
        address = parse_address(text)
        if address is None or not (is_public(address) or (listed and is_listable(address))):
            raise BlockedAddress(f"{host} resolves to an address that is not public.")
        judged.append(str(address))
    return tuple(judged)


def read_url(url: str, allow: AllowList) -> Destination:
    """Take a URL apart and judge nothing: where it would go, for those who only show it."""
    if len(url) > MAX_URL:
        raise InvalidUrl(f"The URL is longer than {MAX_URL} characters.")
    if _FORBIDDEN.search(url) or "#" in url or _BROKEN_ESCAPE.search(url):
        raise InvalidUrl("The URL holds a character that must be percent-encoded, or a fragment.")
    match = _URL.fullmatch(url)
    scheme = match["scheme"].lower() if match else ""
    if match is None or scheme not in _DEFAULT_PORTS:
        raise InvalidUrl("The URL must begin with https:// and a host.")
    path, query = match["path"] or "/", match["query"] or ""
    if not (path + query).isascii():
        raise InvalidUrl("Path and query of a URL must be percent-encoded.")
    if "@" in match["authority"]:
        raise InvalidUrl("The URL must not carry a user or a password.")
    authority = _AUTHORITY.fullmatch(match["authority"])
    port = int(authority["port"] or _DEFAULT_PORTS[scheme]) if authority else 0
    if authority is None or port > 65535:
        raise InvalidUrl("The URL has no valid host and port.")
    host = normal_host(authority["host"])
    shown = _authority(scheme, host, port)
    return Destination(f"{scheme}://{shown}{path}{query}", scheme, host, port, allow.has(host, port))


def _authority(scheme: str, host: str, port: int) -> str:
    # Plain http always shows its port: otherwise a credential for the https host would pass for it.
    return bracketed(host) if (scheme, port) == ("https", 443) else f"{bracketed(host)}:{port}"
