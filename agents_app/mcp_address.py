"""Whether an MCP server may be spoken to, and with this key: judged when it is saved."""

from baton.egress.allow import NOTHING, AllowList
from baton.egress.errors import HostNotAllowed
from baton.egress.rule import judge_url, read_url


def judge_server(url: str, allow: AllowList) -> None:
    """Raise EgressError for an address that no request would be let out to."""
    judge_url(url, allow)


def judge_server_key(url: str, credential: str, host: str) -> None:
    """Raise HostNotAllowed where the credential is bound to another host than the server's."""
    place = read_url(url, NOTHING)
    if not place.is_named_by(host):
        raise HostNotAllowed(f"The credential '{credential}' belongs to {host}, not to {place.authority}.")
