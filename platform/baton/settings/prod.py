"""Production: https behind a proxy, a real secret key, addresses from the environment or nothing."""

from baton.settings.base import *  # noqa: F403
from baton.settings.base import BATON, databases_of

DEBUG = False
if not BATON.baton_secret_key:
    raise ValueError("BATON_SECRET_KEY must be set in production")
DATABASES = databases_of(BATON.role_url(BATON.baton_role), {"min_size": 2, "max_size": BATON.connections})
SECURE_HSTS_SECONDS = 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
