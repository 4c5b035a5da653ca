"""KEKs are rotated while everybody reads, and only by who sees every organization."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from conftest import point_django_at
from database import ROOT, Cluster, TestDatabase
from django.core.management import CommandError, call_command
from django.db import connections
from people import People, Place

from agents_app.services.places.credentials import create_credential
from baton.secrets.models import DataKey
from baton.secrets.sealing import CannotOpen, KeyRing, make_kek
from baton.secrets.vault import data_key, open_secret
from baton.tenancy.scope import organization_scope

OLD, NEW = make_kek("old"), make_kek("new")
READS = 200


@dataclass
class Kept:
    """One secret of each organization, sealed under the old KEK."""

    people: People
    rows: dict[Place, Any]

    def read(self, place: Place) -> str:
        row = self.rows[place]
        with organization_scope(place.organization_id):
            return open_secret(place.organization_id, row.id, row.sealed_version, bytes(row.sealed))

    def kek_ids(self) -> set[str]:
        rows = self.people.database.rows("select kek_id from secrets_datakey")
        return {row["kek_id"] for row in rows}


@pytest.fixture
def kept(cluster: Cluster, django_db_blocker: Any, settings: Any) -> Iterator[Kept]:
    settings.BATON_KEY_RING = KeyRing.parse(OLD)
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            people = People(database).arrange()
            rows = {
                person.place: create_credential(
                    actor=person.actor, name="key", host="shop.example", value=f"value of {person.name}"
                )
                for person in (people.alice, people.charlie)
            }
            yield Kept(people, rows)
            connections.close_all()


def rotate_here(database: TestDatabase, role: str) -> None:
    """The same in this process, as that role."""
    point_django_at(database, role)
    try:
        call_command("rotate_kek")
    finally:
        point_django_at(database, "web")


def rotate(database: TestDatabase, keks: str) -> subprocess.CompletedProcess[str]:
    """`manage.py rotate_kek`, as an operator runs it."""
    return subprocess.run(
        [sys.executable, "-P", str(ROOT / "manage.py"), "rotate_kek"],
        env={
            **os.environ,
            **database.environment(),
            "DJANGO_SETTINGS_MODULE": "baton.settings.dev",
            "BATON_ROLE": "owner",
            "BATON_KEKS": keks,
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.requirement("promise P30")
@pytest.mark.requirement("promises 4.11")
def test_a_kek_is_rotated_while_secrets_are_read(kept: Kept, settings: Any) -> None:
    settings.BATON_KEY_RING = KeyRing.parse(f"{NEW},{OLD}")
    done: list[subprocess.CompletedProcess[str]] = []
    rotation = threading.Thread(
        target=lambda: done.append(rotate(kept.people.database, f"{NEW},{OLD}")), daemon=True
    )
    sealed = kept.people.database.rows("select sealed from agents_credential order by id")

    rotation.start()
    reads, failures = 0, 0
    while reads < READS or rotation.is_alive():
        for place in kept.rows:
            reads += 1
            try:
                assert kept.read(place).startswith("value of ")
            except CannotOpen:
                failures += 1
    rotation.join()

    assert done[0].returncode == 0, done[0].stderr
    assert "Wrapped again under new: 2" in done[0].stdout
    assert (failures, kept.kek_ids()) == (0, {"new"})
    # Only data keys were wrapped again: no secret was touched.
    assert kept.people.database.rows("select sealed from agents_credential order by id") == sealed
    settings.BATON_KEY_RING = KeyRing.parse(NEW)
    assert [kept.read(place) for place in kept.rows] == ["value of Alice", "value of Charlie"]
    settings.BATON_KEY_RING = KeyRing.parse(OLD)
    with pytest.raises(CannotOpen, match="'new' is not in BATON_KEKS"):
        kept.read(kept.people.north)


def test_a_rotation_without_the_old_kek_says_which_one_is_missing(kept: Kept, settings: Any) -> None:
    settings.BATON_KEY_RING = KeyRing.parse(NEW)

    with pytest.raises(CommandError, match="what old wraps"):
        rotate_here(kept.people.database, "owner")

    assert kept.kek_ids() == {"old"}


def test_a_role_that_does_not_see_every_organization_rotates_nothing(kept: Kept, settings: Any) -> None:
    settings.BATON_KEY_RING = KeyRing.parse(f"{NEW},{OLD}")

    with pytest.raises(CommandError, match="BATON_ROLE=owner"):
        rotate_here(kept.people.database, "web")

    assert kept.kek_ids() == {"old"}


@pytest.mark.requirement("promise P30")
def test_a_data_key_of_another_organization_opens_nothing(kept: Kept) -> None:
    """Its row is moved by who may write everywhere; nothing of it fits its new place."""
    north, south = kept.people.north, kept.people.south
    kept.people.database.rows(
        "update secrets_datakey set wrapped = (select wrapped from secrets_datakey where organization_id = %s)"
        " where organization_id = %s",
        [south.organization_id, north.organization_id],
    )

    with pytest.raises(CannotOpen):
        kept.read(north)


def test_two_that_need_the_first_key_at_once_get_the_same(kept: Kept) -> None:
    place = kept.people.add_place("west")
    found: list[str] = []

    def use() -> None:
        try:
            with organization_scope(place.organization_id):
                found.append(data_key(place.organization_id).fingerprint("the same value"))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (len(found), len(set(found))) == (8, 1)


def test_a_data_key_is_seen_by_its_own_organization_alone(kept: Kept) -> None:
    with organization_scope(kept.people.south.organization_id):
        assert [row.organization_id for row in DataKey.objects.all()] == [kept.people.south.organization_id]
    assert kept.people.database.rows("select * from secrets_datakey", role="worker") == []
