"""`/healthz` and `/readyz`."""

from collections.abc import Iterator
from unittest import mock

import pytest
from database import TestDatabase
from django.conf import settings
from django.db import OperationalError
from django.test import Client, override_settings
from world import World, running

from baton.ops import health
from baton.ops.embedded.valkey import EmbeddedValkey


@pytest.fixture
def valkey() -> Iterator[EmbeddedValkey]:
    server = EmbeddedValkey().start()
    with override_settings(BATON=settings.BATON.model_copy(update={"redis_url": server.url})):
        yield server
    server.stop()


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process has learnt of the schema is not known to the next test's."""
    monkeypatch.setattr(health, "_applied", False)


def test_a_process_is_alive_whatever_else_is_not() -> None:
    answer = Client().get("/healthz")

    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_ready_when_everything_it_needs_is_there(database: TestDatabase, valkey: EmbeddedValkey) -> None:
    answer = Client().get("/readyz")

    assert answer.status_code == 200
    assert {name: check["ok"] for name, check in answer.json()["checks"].items()} == {
        "database": True,
        "migrations": True,
        "broker": True,
    }
    assert answer.json()["workers"] == {"alive": 0, "last_lease_ended_seconds_ago": None}


def test_a_missing_broker_is_named_without_its_address(
    database: TestDatabase, valkey: EmbeddedValkey
) -> None:
    valkey.stop()

    answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["checks"]["broker"]["ok"] is False
    assert "127.0.0.1" not in answer.content.decode()


def test_a_missing_migration_is_counted(database: TestDatabase, valkey: EmbeddedValkey) -> None:
    database.rows("delete from django_migrations where app = 'api'")

    answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert "not applied" in answer.json()["checks"]["migrations"]["reason"]


def test_a_missing_database_is_named_without_its_reason(
    database: TestDatabase, valkey: EmbeddedValkey
) -> None:
    with mock.patch.object(health.connection, "cursor", side_effect=OperationalError("password of 10.0.0.1")):
        answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["checks"]["database"] == {
        "ok": False,
        "ms": mock.ANY,
        "reason": "does not answer (OperationalError)",
    }
    assert answer.json()["workers"] == {"alive": None, "last_lease_ended_seconds_ago": None}


def test_workers_are_reported_but_not_required(world: World, valkey: EmbeddedValkey) -> None:
    with running(world.database):
        alive = Client().get("/readyz").json()["workers"]["alive"]

    answer = Client().get("/readyz")

    assert alive == 1
    assert answer.status_code == 200
    assert answer.json()["workers"]["alive"] == 0
