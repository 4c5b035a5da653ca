"""A developer's machine and `baton up`: embedded or given services, plain http on loopback."""

from baton.settings.base import *  # noqa: F403
from baton.settings.base import BATON, databases_of

DEBUG = False
SECRET_KEY = BATON.baton_secret_key or "development-only-" + "x" * 40
_url = BATON.role_url(BATON.baton_role) if BATON.has_role_url(BATON.baton_role) else "postgresql:///baton"
DATABASES = databases_of(_url, {"min_size": 1, "max_size": BATON.connections})
