"""Which passwords the staff may give: long, and not one of those that everybody tries."""

from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
    validate_password,
)
from django.core.exceptions import ValidationError

from baton.core.errors import Unprocessable

SHORTEST = 12


def password_problems(password: str) -> list[str]:
    """What is wrong with it, in sentences."""
    try:
        validate_password(
            password, password_validators=[MinimumLengthValidator(SHORTEST), CommonPasswordValidator()]
        )
    except ValidationError as error:
        return list(error.messages)
    return []


def check_password(password: str) -> None:
    """Raise Unprocessable with the first problem."""
    for problem in password_problems(password):
        raise Unprocessable("invalid_value", problem, field="password")
