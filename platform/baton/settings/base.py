"""Django settings shared by every environment; `dev`, `test` and `prod` add what differs."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from baton.secrets.sealing import KeyRing
from baton.settings.environment import BATON as BATON
from baton.settings.environment import CHECKOUT
from baton.settings.web import *  # noqa: F403

BASE_DIR = CHECKOUT
SECRET_KEY = BATON.baton_secret_key or ""
BATON_KEY_RING = KeyRing.parse(BATON.baton_keks.get_secret_value())
ALLOWED_HOSTS = BATON.allowed_hosts
ROOT_URLCONF = "baton.urls"
WSGI_APPLICATION = "baton.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "baton.staff",  # before the admin, whose templates it dresses
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "baton.accounts",
    "baton.tenancy",
    "baton.audit",
    "baton.secrets",
    "baton.outbox",
    "baton.api",
    "baton.pages",
    "agents_app",
    "orchestration",
]

MIDDLEWARE = [
    "baton.api.middleware.PublicSchemeMiddleware",
    "baton.api.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "baton.api.body.BodyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "baton.accounts.lifetime.SessionLifetimeMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "baton.api.middleware.AnswerErrorsMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


def database_from(url: str, pool: dict[str, Any] | None) -> dict[str, Any]:
    """A Django database of a `postgresql://` address; options stand in its query string."""
    parts = urlsplit(url)
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    options["connect_timeout"] = 5
    if pool is not None:
        options["pool"] = {"timeout": 5, "reconnect_timeout": 5, **pool}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "127.0.0.1",
        "PORT": str(parts.port or 5432),
        "ATOMIC_REQUESTS": False,
        "CONN_MAX_AGE": 0,
        # Each connection is tried before it is lent out: after a restart of PostgreSQL the pool's are dead.
        "CONN_HEALTH_CHECKS": pool is not None,
        "OPTIONS": options,
    }


def databases_of(url: str, pool: dict[str, Any]) -> dict[str, Any]:
    """The process's own database as `default` and, where the staff has an address, theirs as `staff`."""
    found = {"default": database_from(url, pool)}
    if BATON.has_staff:
        found["staff"] = database_from(BATON.role_url("staff"), {"min_size": 0, "max_size": 4})
    return found


DATABASE_ROUTERS = ["baton.staff.connection.StaffRouter"]
AUTH_USER_MODEL = "accounts.User"
SILENCED_SYSTEM_CHECKS = ["auth.W004"]  # unique in lower case, by the constraint one_account_per_address
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
USE_I18N = False

STATIC_URL = "/static/"
STATICFILES_DIRS = [CHECKOUT / "platform" / "baton" / "static"]
WHITENOISE_USE_FINDERS = True
# The built application: the names of its files hold a digest of their content, so browsers keep them.
BATON_BUNDLE = CHECKOUT / "platform" / "baton" / "static" / "app"
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/app/assets/"
WHITENOISE_ALLOW_ALL_ORIGINS = False

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": BATON.redis_url,
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    },
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "baton.secrets.logs.HidingFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]%(about)s %(message)s",
            "defaults": {"about": ""},
        }
    },
    "filters": {
        "request_id": {"()": "baton.audit.logs.RequestIdFilter"},
        "about": {"()": "baton.telemetry.about.RunFilter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["request_id", "about"]}
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        # Whoever scans addresses writes any Host: the refused request's line says enough, without traceback.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # A line per request to a model: the run's own record says more, and the line costs time.
        "httpx2": {"level": "WARNING"},
    },
}

CELERY_BROKER_URL = BATON.redis_url
CELERY_TASK_DEFAULT_QUEUE = BATON.baton_queue
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_CONSUMER = "baton.outbox.consumer:DoorbellConsumer"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_keepalive": True,
    "health_check_interval": 15,
}
