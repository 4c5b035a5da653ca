"""Where things are reached: the variables, credentials and model connections of a definition."""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from agents_app.connection_rules import connection_problems
from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import Entry, Mapping, Scalar, to_plain
from agents_app.definition.names import refuse_hidden_signs
from agents_app.definition.reader import Reader
from agents_app.definition.values import ConnectionDefinition, CredentialDefinition, VariableDefinition
from agents_app.providers import HISTORIES, PROVIDERS, TRANSPORTS
from agents_app.secret_sources import is_secret_name

MAX_NAME = 60
MAX_VARIABLE = 1_000
MAX_SCRIPT = 256 * 1024
"""As JSON. Workers read it every second."""

VARIABLE_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
HOST = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]{1,5})?|\[[0-9a-fA-F:.]+\](?::[0-9]{1,5})?")
HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
PREFIX = re.compile(r"[\x20-\x7e]{0,20}")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f]")


def read_variables(section: Reader | None, findings: Findings) -> Iterator[VariableDefinition]:
    """`SHOP_URL: https://...`, or `SHOP_URL: {from_environment: SHOP_URL}`."""
    for entry in section.entries() if section else ():
        if not VARIABLE_NAME.fullmatch(entry.key) or len(entry.key) > MAX_NAME:
            findings.add("invalid_name", f"{entry.key!r}: a variable is written LIKE_THIS.", entry.at)
        where = f"variable '{entry.key}'"
        if isinstance(entry.node, Scalar) and entry.node.value is not None:
            value = str(to_plain(entry.node)) if not isinstance(entry.node.value, str) else entry.node.value
            if _UNPRINTABLE.search(value) or len(value) > MAX_VARIABLE:
                message = f"{where} holds a control character or more than {MAX_VARIABLE} characters."
                findings.add("invalid_value", message, entry.node.at)
            yield VariableDefinition(entry.key, value=value)
            continue
        reader = Reader(entry.node, where, findings)
        source = reader.text("from_environment", required=True)
        reader.refuse_unknown()
        yield VariableDefinition(entry.key, from_environment=source)


def read_credentials(section: Reader | None, findings: Findings) -> Iterator[CredentialDefinition]:
    """A name, the one host it may be sent to, its header, what stands before the value there; and the name of
    the environment variable, where the value is not typed into the project."""
    for entry in section.entries() if section else ():
        check_place_name(entry, "credential", findings)
        reader = Reader(entry.node, f"credential '{entry.key}'", findings)
        host = reader.text("host", required=True)
        if host and not HOST.fullmatch(host):
            reader.add("invalid_host", f"{host!r} is no host; write shop.example or shop.example:8443.")
        header = reader.text("header", "Authorization")
        if not HEADER.fullmatch(header):
            reader.add("invalid_header", f"{header!r} is no header name.", reader.at_key("header"))
        prefix = reader.text("prefix")
        if not PREFIX.fullmatch(prefix):
            message = f"{prefix!r}: at most 20 printable signs, such as 'Bearer '."
            reader.add("invalid_value", message, reader.at_key("prefix"))
        secret = reader.text("from_environment")
        _check_secret(secret, reader)
        reader.refuse_unknown()
        yield CredentialDefinition(entry.key, host.lower(), header, secret, prefix)


def read_connections(
    section: Reader | None, credentials: Collection[str], findings: Findings
) -> Iterator[ConnectionDefinition]:
    """A provider, and what it needs: a script for `scripted`, for others an address and a key, which is a
    credential of the project or named by its environment variable."""
    for entry in section.entries() if section else ():
        check_place_name(entry, "connection", findings)
        reader = Reader(entry.node, f"connection '{entry.key}'", findings)
        provider = reader.one_of("provider", tuple(PROVIDERS), "scripted")
        script = _script(reader, required=provider == "scripted")
        base_url = reader.text("base_url") or None
        secret = reader.text("key_from_environment") or None
        credential = reader.text("credential") or None
        capabilities = _capabilities(reader, "capabilities")
        model_capabilities = _capabilities(reader, "model_capabilities")
        transport = reader.one_of("transport", TRANSPORTS, TRANSPORTS[0])
        history = reader.one_of("history", HISTORIES, HISTORIES[0])
        max_in_flight = reader.integer("max_in_flight", None)
        if base_url and not base_url.startswith(("https://", "http://")):
            reader.add("invalid_url", f"{base_url!r} is no http address.", reader.at_key("base_url"))
        if secret:
            _check_secret(secret, reader)
        if credential and credential not in credentials:
            message = f"There is no credential '{credential}' in this file."
            reader.add("unknown_reference", message, reader.at_key("credential"))
        if credential and secret:
            message = "Write 'credential' or 'key_from_environment', not both."
            reader.add("ambiguous", message, reader.at_key("credential"))
        if provider == "scripted" and (base_url or secret or credential):
            reader.add("invalid_value", "The scripted model has no address and no key.")
        if provider != "scripted" and script:
            reader.add("invalid_value", "Only the scripted model follows a script.", reader.at_key("script"))
        for key, problem in connection_problems(
            provider, capabilities, model_capabilities, history, max_in_flight
        ):
            reader.add("invalid_value", problem, reader.at_key(key))
        reader.refuse_unknown()
        yield ConnectionDefinition(
            name=entry.key,
            provider=provider,
            base_url=base_url,
            script=script,
            secret_variable=secret,
            credential=credential,
            capabilities=capabilities,
            model_capabilities=model_capabilities,
            transport=transport,
            history=history,
            max_in_flight=max_in_flight,
        )


def _capabilities(reader: Reader, key: str) -> dict[str, Any]:
    node = reader.node(key)
    plain = to_plain(node) if node else {}
    if isinstance(plain, dict):
        return plain
    reader.add("wrong_type", f"'{key}' are names and values.", reader.at_key(key))
    return {}


def _script(reader: Reader, *, required: bool) -> str | dict[str, Any] | None:
    """The name of a script, or an object with its replies."""
    node = reader.node("script")
    if not isinstance(node, Mapping) or not node.entries:
        return reader.text("script", required=required) or None
    script: dict[str, Any] = to_plain(node)
    if len(json.dumps(script)) > MAX_SCRIPT:
        message = f"'script' of {reader.where} has more than {MAX_SCRIPT} characters."
        reader.add("too_long", message, reader.at_key("script"))
    return script


def _check_secret(name: str, reader: Reader) -> None:
    # Any other variable of the worker, such as its database password, must not become a header to a host.
    if name and not is_secret_name(name):
        reader.add(
            "secret_not_allowed",
            f"{name!r}: secrets are read from BATON_SECRET_..., OPENAI_API_KEY or ANTHROPIC_API_KEY.",
        )


def check_place_name(entry: Entry, what: str, findings: Findings) -> None:
    """Report a name that nothing may have that is reached somewhere."""
    refuse_hidden_signs(f"The name of a {what}", entry, findings)
    if not entry.key.strip() or len(entry.key) > MAX_NAME:
        findings.add("invalid_name", f"A {what} has a name of 1 to {MAX_NAME} characters.", entry.at)
