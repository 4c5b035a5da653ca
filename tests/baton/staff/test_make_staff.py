"""`baton staff`: how the first member of the staff comes to be, on the server and nowhere else."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from people import People, hashes

from baton.accounts.models import User

type Staff = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def baton_staff(people: People, tmp_path: Path) -> Staff:
    """The command as a process, on the database of this test."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "baton.ops", "staff", *arguments],
            env={
                **kept,
                **people.database.environment(),
                "PYTHONPATH": os.pathsep.join(sys.path),
                "BATON_DATA": str(tmp_path),
            },
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_a_person_who_is_there_becomes_staff_and_keeps_everything_else(
    people: People, baton_staff: Staff
) -> None:
    before = people.database.rows("select * from accounts_user where id = %s", [people.bob.id])[0]

    first, second = baton_staff("BOB@North.example"), baton_staff(people.bob.email)

    assert (first.returncode, second.returncode) == (0, 0), first.stderr
    assert first.stdout == second.stdout == f"{people.bob.email} is staff now.\n"
    after = people.database.rows("select * from accounts_user where id = %s", [people.bob.id])[0]
    assert after == {**before, "is_staff": True}
    entries = people.database.rows(
        "select organization_id, actor_kind, actor_id, actor_name, action from audit_auditentry"
    )
    assert entries == [
        {
            "organization_id": people.north.organization_id,
            "actor_kind": "staff",
            "actor_id": None,
            "actor_name": "Command line of the server",
            "action": "users:make-staff",
        }
    ]


def test_a_new_account_needs_a_password_that_is_one(people: People, baton_staff: Staff) -> None:
    before = hashes(people.database, "accounts_user")
    refused = [
        baton_staff("new@staff.example"),
        baton_staff("new@staff.example", "--password-stdin", stdin="short\n"),
        baton_staff("İ@staff.example", "--password-stdin", stdin="a-fine-long-passphrase\n"),
    ]
    assert hashes(people.database, "accounts_user") == before

    made = baton_staff(
        "New@staff.example", "--name", "Nia", "--password-stdin", stdin="a-fine-long-passphrase\n"
    )

    assert [each.returncode for each in refused] == [2, 1, 1]
    assert "has no account yet" in refused[0].stderr
    assert refused[1].stderr == "This password is too short. It must contain at least 12 characters.\n"
    assert refused[2].stderr.startswith("An address is written in ASCII letters")
    assert made.stdout == "new@staff.example is staff now (a new account).\n"
    person = User.objects.get(email="new@staff.example")
    assert (person.name, person.is_staff, person.is_active, person.is_superuser) == ("Nia", True, True, False)
    assert "passphrase" not in made.stdout + made.stderr


def test_without_a_database_it_is_one_sentence(tmp_path: Path) -> None:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}

    done = subprocess.run(
        [sys.executable, "-m", "baton.ops", "staff", "x@y.example"],
        env={**kept, "PYTHONPATH": os.pathsep.join(sys.path), "BATON_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stderr == "The database does not run: start Baton with `make run` and leave it running.\n"
