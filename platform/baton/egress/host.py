"""The host of a URL in the one form in which it is compared, resolved and sent. Pure."""

import re
import unicodedata

import idna

from baton.egress.address import parse_address
from baton.egress.errors import BlockedAddress, InvalidUrl

_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_NEVER_PUBLIC = ("localhost", "local", "localdomain", "internal", "home.arpa")
_DOTS = re.compile("[.\u3002\uff0e\uff61]")


def normal_host(text: str) -> str:
    """Lower-case A-labels, a dotted quad, or an IPv6 address without brackets.

    Raises BlockedAddress for every other spelling of a number, since resolvers read `127.1`, `2130706433`
    and circled digits as loopback; InvalidUrl for all else.
    """
    if text.startswith("["):
        return _ipv6_host(text)
    if _ends_in_number(text):
        address = parse_address(text)
        if address is None:
            raise BlockedAddress(f"Host {text[:100]!r} is a number in disguise, not a dotted quad.")
        return str(address)
    return _name_host(text)


def never_public(host: str) -> bool:
    """Whether a normal host names this machine or its own network by convention."""
    return any(host == name or host.endswith(f".{name}") for name in _NEVER_PUBLIC)


def bracketed(host: str) -> str:
    """A normal host as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def _ipv6_host(text: str) -> str:
    address = parse_address(text[1:-1]) if text.endswith("]") else None
    if address is None or address.version != 6:
        raise InvalidUrl(f"Host {text[:100]!r} is not an IPv6 address without a zone.")
    return str(address)


def _ends_in_number(text: str) -> bool:
    labels = _DOTS.split(unicodedata.normalize("NFKC", text).lower())
    if len(labels) > 1 and labels[-1] == "":
        labels.pop()
    return _NUMBER.fullmatch(labels[-1]) is not None


def _name_host(text: str) -> str:
    try:
        # The whole of IDNA 2008 and no mapping: otherwise two texts that look alike reach two hosts.
        host = idna.encode(text.lower() if text.isascii() else text, strict=True, std3_rules=True).decode()
    except (idna.IDNAError, UnicodeError) as error:
        raise InvalidUrl(f"Host {text[:100]!r} is not a valid domain name.") from error
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in host.split(".")):
        raise InvalidUrl(f"Host {text[:100]!r} is not a valid domain name.")
    return host
