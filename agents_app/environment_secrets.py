"""Whether a request may name a variable of the workers' environment as the source of a secret.

The environment belongs to who operates the installation, and all organizations share it: whoever may name a
variable has its value sent to a host of theirs. So it is off unless the operator says otherwise.
"""

from agents_app.secret_sources import is_secret_name
from baton.core.errors import Unprocessable

_CLOSED = (
    "This installation gives no secrets of its environment away: store the value, or ask who operates it for "
    "BATON_SECRETS_FROM_ENVIRONMENT."
)


def judge_variable(wanted: str, stored: str, *, is_open: bool) -> None:
    """Raise Unprocessable for a name that is not allowed. What is stored already may stay."""
    if wanted in ("", stored):
        return
    if not is_secret_name(wanted):
        message = f"{wanted[:100]!r}: secrets are read from BATON_SECRET_... or OPENAI_API_KEY."
        raise Unprocessable("secret_not_allowed", message, field="secret_variable")
    if not is_open:
        raise Unprocessable("secret_not_allowed", _CLOSED, field="secret_variable")
