"""Tests: the database of each test is made from a template by tests/conftest.py, as a restricted role."""

from baton.secrets.sealing import KeyRing
from baton.settings.base import *  # noqa: F403
from baton.settings.base import BATON, database_from

BATON = BATON.model_copy(
    update={
        "baton_requests_per_second": 0,
        # Nothing listens there: the bus of a test is one that it starts itself.
        "redis_url": "redis://127.0.0.1:1/0",
    }
)
DEBUG = False
SECRET_KEY = "tests-only-" + "t" * 40
BATON_KEY_RING = KeyRing.parse("tests:" + "dGVzdHMt" * 5 + "dGU=")
DATABASES = {
    alias: database_from(f"postgresql://baton_{role}:unset@127.0.0.1:1/unset", None)
    for alias, role in (("default", "web"), ("staff", "staff"))
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    for name in ("default", "process")
}
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
