"""Where secrets come from until they are stored encrypted: the environment of the worker, by an allowed name.

A builder names a variable in a definition; only names that are made for this are ever read, otherwise a
definition could ask for the database's password and send it to a host of its own.
"""

from collections.abc import Mapping

PREFIX = "BATON_SECRET_"
WELL_KNOWN = frozenset({"OPENAI_API_KEY"})


def is_secret_name(name: str) -> bool:
    """Whether a definition may name this environment variable as the source of a secret."""
    return name in WELL_KNOWN or (name.startswith(PREFIX) and name != PREFIX and name != "BATON_SECRET_KEY")


def read_secret(name: str, environment: Mapping[str, str]) -> str | None:
    """The value, or None where the name is not allowed or nothing is set."""
    return (environment.get(name) or None) if is_secret_name(name) else None
