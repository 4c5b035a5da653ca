"""What only `web` needs: sign-in, sessions, cookies, security headers and REST."""

from typing import Any
from urllib.parse import urlsplit

from django.utils.csp import CSP

from baton.settings.environment import BATON

_HTTPS = BATON.is_https
_ORIGIN = urlsplit(BATON.baton_url)

# --- sessions and cookies ---
# On http cookies ignore ports, so two instances on one host need names of their own.
SESSION_COOKIE_NAME = "__Host-baton_session" if _HTTPS else f"baton_session_{BATON.baton_instance}"
CSRF_COOKIE_NAME = "__Host-baton_csrf" if _HTTPS else f"baton_csrf_{BATON.baton_instance}"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 12 * 3600
BATON_SESSION_IDLE_SECONDS = 3600
SESSION_ENGINE = "django.contrib.sessions.backends.db"
CSRF_FAILURE_VIEW = "baton.api.handlers.csrf_failure"
CSRF_TRUSTED_ORIGINS = [f"{_ORIGIN.scheme}://{_ORIGIN.netloc}"]

# --- headers ---
SECURE_REFERRER_POLICY = "no-referrer"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "object-src": [CSP.NONE],
    "report-uri": ["/csp-reports/"],
}

# --- sign-in ---
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "baton.live.account_adapter.LiveAccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_PREVENT_ENUMERATION = True
# Ours (baton.accounts.attempts): allauth's need the broker, which may be lost at any moment.
ACCOUNT_RATE_LIMITS = False
HEADLESS_ONLY = True
HEADLESS_CLIENTS = ("browser",)
HEADLESS_SERVE_SPECIFICATION = False

# --- REST ---
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "baton.api.authentication.ApiKeyAuthentication",
        "baton.api.authentication.SignedInAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["baton.api.permissions.HasScope"],
    "DEFAULT_THROTTLE_CLASSES": ["baton.api.rate.OrganizationRate"],
    "DEFAULT_PARSER_CLASSES": ["baton.api.parsers.StrictJsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["baton.api.renderers.JsonRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "baton.api.negotiation.OnlyJson",
    "DEFAULT_SCHEMA_CLASS": "baton.api.schema.BatonSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "baton.api.handlers.exception_handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Baton",
    "VERSION": "1",
    "DESCRIPTION": "Start runs of agents, follow them, and decide what they may do.",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "ActorKind": [("user", "user"), ("api_key", "api_key")],
        "ApprovalState": "orchestration.engine.states.ApprovalState",
        "CallState": "orchestration.engine.states.CallState",
        "Decision": "orchestration.approvals.services.Decision",
        "KeyPlace": [(name, name) for name in ("stored", "environment", "missing", "none")],
        "EventKind": "orchestration.engine.events.EventKind",
        "Role": "baton.tenancy.roles.Role",
        "RunStatus": "orchestration.engine.states.RunStatus",
        "SecretSource": [(name, name) for name in ("stored", "environment", "missing")],
        "StepState": "orchestration.engine.states.StepState",
        "UsageBy": "orchestration.selectors.usage.UsageBy",
        "WaitingFor": "orchestration.engine.states.WaitingFor",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "baton.live.schema.add_streams",
        "baton.api.schema_parts.add_parts",
    ],
}
