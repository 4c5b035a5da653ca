"""Whether a connection may be spoken to, and with this key: judged when it is saved and when it is opened."""

from agents_app.providers import PROVIDERS
from baton.egress.allow import NOTHING, AllowList
from baton.egress.errors import HostNotAllowed
from baton.egress.rule import judge_listed_url, read_url


def address_of(provider: str, base_url: str | None) -> str:
    """Where the provider is reached; empty for one that is reached nowhere."""
    return base_url or PROVIDERS[provider].base_url


def judge_address(provider: str, base_url: str | None, allow: AllowList) -> None:
    """Raise EgressError for an address that is neither the provider's own nor one of the platform's list."""
    if address := address_of(provider, base_url):
        judge_listed_url(address, allow, PROVIDERS[provider].hosts)


def judge_key_host(provider: str, base_url: str | None, credential: str, host: str) -> None:
    """Raise HostNotAllowed where the credential is bound to another host than the connection's."""
    place = read_url(address_of(provider, base_url), NOTHING)
    if not place.is_named_by(host):
        raise HostNotAllowed(f"The credential '{credential}' belongs to {host}, not to {place.authority}.")
