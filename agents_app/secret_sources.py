"""Which variables of the environment may hold secrets of tools and models, for who operates the installation.

A definition names a variable; only names that are made for this are ever read, otherwise it could ask for the
database's password and send it to a host of its own. Pure; what is read is `agents_app.secret_values`.
"""

PREFIX = "BATON_SECRET_"
WELL_KNOWN = frozenset({"OPENAI_API_KEY", "ANTHROPIC_API_KEY"})


def is_secret_name(name: str) -> bool:
    """Whether a definition may name this environment variable as the source of a secret."""
    return name in WELL_KNOWN or (name.startswith(PREFIX) and name != PREFIX and name != "BATON_SECRET_KEY")
