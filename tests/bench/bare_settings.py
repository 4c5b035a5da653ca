"""Django as bare as it can be on Baton's tables: two middlewares of its own, no authentication, no scope."""

from baton.settings.dev import *  # noqa: F403
from baton.settings.dev import INSTALLED_APPS

ROOT_URLCONF = "bench.bare_views"
MIDDLEWARE = ["django.middleware.security.SecurityMiddleware", "django.middleware.common.CommonMiddleware"]
INSTALLED_APPS = [name for name in INSTALLED_APPS if not name.startswith("allauth")]
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
