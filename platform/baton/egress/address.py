"""Which IP addresses are public. Own tables, because `is_global` changes between Python versions and calls
translation prefixes and multicast global. Pure.
"""

from ipaddress import AddressValueError, IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address

_NOT_PUBLIC_V4 = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",
        "168.63.129.16/32",  # a cloud's host agent behind a public-looking address
        "169.254.0.0/16",  # link-local, metadata services
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)

_UNICAST_V6 = IPv6Network("2000::/3")
"""All else is loopback, local, multicast, mapped, translated (64:ff9b::/96, 64:ff9b:1::/48) or unused."""

_NOT_PUBLIC_V6 = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: carries an IPv4 address of the writer's choice
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)

_LISTABLE = (
    IPv4Network("127.0.0.0/8"),
    IPv4Network("10.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
    IPv4Network("100.64.0.0/10"),
    IPv6Network("::1/128"),
    IPv6Network("fc00::/7"),
)


def parse_address(text: str) -> Address | None:
    """The address a text is in its one plain spelling (dotted quad, RFC 4291, no zone); else None."""
    for kind in (IPv4Address, IPv6Address):
        try:
            address = kind(text)
        except AddressValueError:
            continue
        return None if getattr(address, "scope_id", None) else address
    return None


def is_public(address: Address) -> bool:
    """Whether anybody on the internet could be meant by it."""
    if not address.is_global:
        return False
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC_V4)
    return address in _UNICAST_V6 and not any(address in network for network in _NOT_PUBLIC_V6)


def is_listable(address: Address) -> bool:
    """Whether an allow-list entry can permit it: loopback and private, never link-local or translated."""
    return any(address.version == network.version and address in network for network in _LISTABLE)
