"""The SQL that gives Baton its database roles: none is a superuser, none looks past row-level security."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping

from psycopg import sql

LOGIN_ROLES = ("baton_owner", "baton_web", "baton_worker", "baton_super", "baton_staff")
KERNEL_ROLE = "baton_kernel"
POWERLESS = "nosuperuser nobypassrls nocreatedb nocreaterole noreplication"


def scram_verifier(password: str) -> str:
    """What the server stores of a password, so that no statement, log or printed page holds the password."""
    salt, rounds = secrets.token_bytes(16), 4096
    salted = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, rounds)
    client_key = hmac.digest(salted, b"Client Key", "sha256")
    stored = base64.b64encode(hashlib.sha256(client_key).digest()).decode()
    server = base64.b64encode(hmac.digest(salted, b"Server Key", "sha256")).decode()
    return f"SCRAM-SHA-256${rounds}:{base64.b64encode(salt).decode()}${stored}:{server}"


def role_statements(passwords: Mapping[str, str]) -> list[sql.Composed]:
    """For the cluster: make the roles, or bring those that exist to what they must be."""
    statements = [make(name) for name in (*LOGIN_ROLES, KERNEL_ROLE) for make in (_create, _take_powers)]
    for name in LOGIN_ROLES:
        statements.append(
            sql.SQL("alter role {} with login password {}").format(
                sql.Identifier(name), sql.Literal(scram_verifier(passwords[name]))
            )
        )
    kernel = sql.Identifier(KERNEL_ROLE)
    statements.append(sql.SQL("alter role {} with nologin").format(kernel))
    # So that a migration, which runs as the owner, can hand its functions over to the kernel role.
    statements.append(sql.SQL("grant {} to baton_owner").format(kernel))
    return statements


def create_database(database: str) -> sql.Composed:
    return sql.SQL("create database {} owner baton_owner").format(sql.Identifier(database))


def database_statements(database: str) -> list[sql.Composed]:
    """Inside the database: extension, schema and who may come in."""
    name = sql.Identifier(database)
    users = sql.SQL(", ").join(sql.Identifier(role) for role in LOGIN_ROLES)
    return [
        sql.SQL("alter database {} owner to baton_owner").format(name),
        sql.SQL("revoke all on database {} from public").format(name),
        sql.SQL("grant connect on database {} to {}").format(name, users),
        sql.Composed([sql.SQL("create extension if not exists vector")]),
        sql.Composed([sql.SQL("create schema if not exists kernel authorization baton_owner")]),
        sql.Composed([sql.SQL("revoke all on schema public from public")]),
        sql.SQL("grant usage on schema public, kernel to {}, {}").format(users, sql.Identifier(KERNEL_ROLE)),
        # A function can only be given to a role that may create in its schema.
        sql.SQL("grant create on schema kernel to {}").format(sql.Identifier(KERNEL_ROLE)),
    ]


def script(passwords: Mapping[str, str], database: str) -> str:
    """All of it for psql, for a server on which we may not do it ourselves."""
    lines = [each.as_string() + ";" for each in role_statements(passwords)]
    create = sql.SQL(
        "select {} where not exists (select from pg_database where datname = {}) \\gexec"
    ).format(sql.Literal(create_database(database).as_string()), sql.Literal(database))
    lines += [create.as_string(), f"\\connect {sql.Identifier(database).as_string()}"]
    lines += [each.as_string() + ";" for each in database_statements(database)]
    return "\n".join(lines) + "\n"


def _create(role: str) -> sql.Composed:
    return _when(
        sql.SQL("not exists (select from pg_roles where rolname = {})").format(sql.Literal(role)),
        sql.SQL("create role {}").format(sql.Identifier(role)),
    )


def _take_powers(role: str) -> sql.Composed:
    """Only where it has one: even to say so again, a server asks for a superuser."""
    powers = "rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication"
    return _when(
        sql.SQL("exists (select from pg_roles where rolname = {} and ({}))").format(
            sql.Literal(role), sql.SQL(powers)
        ),
        sql.SQL("alter role {} with {}").format(sql.Identifier(role), sql.SQL(POWERLESS)),
    )


def _when(condition: sql.Composed, statement: sql.Composed) -> sql.Composed:
    return sql.SQL("do $$ begin if {} then {}; end if; end $$").format(condition, statement)
