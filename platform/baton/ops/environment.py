"""What each process of Baton is told: its own database role and nothing of the others'."""

import secrets
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urlsplit

from baton.ops.addresses import ROLES
from baton.ops.checkout import Checkout
from baton.ops.demo.model_choice import BASE_URLS
from baton.ops.files import write_private
from baton.secrets.sealing import make_kek

DEMO = "nordlicht"
"""Slug of the demo's organization."""
EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 - the names, to tell when a person chose one


def keep_secret(checkout: Checkout) -> str:
    """The key that signs sessions: made once, so that a restart signs nobody out."""
    if not checkout.secret.exists():
        write_private(checkout.secret, secrets.token_urlsafe(48) + "\n")
    return checkout.secret.read_text().strip()


def shared_environment(
    checkout: Checkout,
    environ: Mapping[str, str],
    *,
    host: str,
    url: str,
    redis_url: str,
    shop_url: str | None,
) -> dict[str, str]:
    """For every process: what the person set, less the database addresses, and what `baton up` decided."""
    given = {name: value for name, value in environ.items() if not _is_database(name)}
    allow = [each.strip() for each in given.get("BATON_EGRESS_ALLOW", "").split(",") if each.strip()]
    env = {
        **given,
        "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": given.get("DJANGO_SETTINGS_MODULE", "baton.settings.dev"),
        "BATON_DATA": str(checkout.data),
        "BATON_URL": given.get("BATON_URL", url),
        "BATON_SECRET_KEY": given.get("BATON_SECRET_KEY") or keep_secret(checkout),
        "BATON_SECRETS_FROM_ENVIRONMENT": given.get("BATON_SECRETS_FROM_ENVIRONMENT") or "true",
        "BATON_INSTANCE": given.get("BATON_INSTANCE") or _instance(checkout),
        "BATON_ALLOWED_HOSTS": given.get("BATON_ALLOWED_HOSTS") or _allowed_hosts(host),
        "REDIS_URL": redis_url,
    }
    if shop_url is not None:
        env["SHOP_URL"] = shop_url
        env["BATON_DEMO_ORGANIZATION"] = DEMO
        places = [urlsplit(shop_url).netloc, *_model_place(given)]
        env["BATON_EGRESS_ALLOW"] = ",".join(dict.fromkeys([*allow, *places]))
    return env


def for_role(env: Mapping[str, str], role: str, addresses: Mapping[str, str]) -> dict[str, str]:
    """The same, for a process that connects as this role."""
    return {**env, "BATON_ROLE": role, f"BATON_{role.upper()}_URL": addresses[role]}


def keep_signing_key(checkout: Checkout) -> str:
    """What signs exported projects: made once, so that who has imported one knows the next as ours."""
    if not checkout.signing_key.exists():
        write_private(checkout.signing_key, b64encode(secrets.token_bytes(32)).decode() + "\n")
    return checkout.signing_key.read_text().strip()


def keep_keks(env: Mapping[str, str], checkout: Checkout) -> str:
    """What opens the stored secrets, for those processes that do. Made once, and lost with its file: no
    database holds it."""
    if env.get("BATON_KEKS"):
        return env["BATON_KEKS"]
    if not checkout.keks.exists():
        write_private(checkout.keks, make_kek("kek-1") + "\n")
    return checkout.keks.read_text().strip()


def for_fronts(env: Mapping[str, str], addresses: Mapping[str, str], checkout: Checkout) -> dict[str, str]:
    """For what is spoken to from outside: its signing key too, and the staff's role for their pages alone."""
    signing_key = env.get("BATON_SIGNING_KEY") or keep_signing_key(checkout)
    return {
        **for_role(env, "web", addresses),
        "BATON_STAFF_URL": addresses["staff"],
        "BATON_SIGNING_KEY": signing_key,
        "BATON_KEKS": keep_keks(env, checkout),
    }


def for_worker(env: Mapping[str, str], addresses: Mapping[str, str], checkout: Checkout) -> dict[str, str]:
    """Celery warns of root in general; no code of tenants runs here, so the warning says nothing new."""
    return {
        **for_role(env, "worker", addresses),
        "PYTHONWARNINGS": "ignore:You're running the worker",
        "BATON_KEKS": keep_keks(env, checkout),
    }


def _model_place(given: Mapping[str, str]) -> list[str]:
    """Host and port of the models that whoever starts this named for the demo: naming one is allowing it."""
    places = []
    for name in BASE_URLS:
        url = urlsplit(given.get(name, ""))
        if url.hostname:
            host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
            places.append(f"{host}:{url.port or (80 if url.scheme == 'http' else 443)}")
    return places


def _is_database(name: str) -> bool:
    return name in {"DATABASE_URL", "BATON_DB_PASSWORDS", *(f"BATON_{role.upper()}_URL" for role in ROLES)}


def _instance(checkout: Checkout) -> str:
    return sha256(str(checkout.data).encode()).hexdigest()[:8]


def _allowed_hosts(host: str) -> str:
    """Somebody who listens on every address means every name by which the machine is reached."""
    return "*" if host in EVERYWHERE else ",".join(dict.fromkeys(["127.0.0.1", "localhost", "[::1]", host]))
