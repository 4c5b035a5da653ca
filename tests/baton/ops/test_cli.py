"""The command `baton`: quick, and every failure one sentence."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from baton.ops.embedded.places import throwaway_home


def baton(*arguments: str, data: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-m", "baton.ops", *arguments],
        env={**keep, "PYTHONPATH": os.pathsep.join(sys.path), "BATON_DATA": str(data), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder that others may enter, so that root needs no second one in the system's own folders."""
    home = throwaway_home("baton-test-")
    yield home / ".baton"
    shutil.rmtree(home)


def test_help_names_every_command_and_loads_none_of_them() -> None:
    program = (
        "import sys; from baton.ops.cli import group\n"
        "try: group(['--help'], standalone_mode=True)\n"
        "except SystemExit: pass\n"
        "print('LOADED', [name for name in ('django', 'psycopg', 'celery', 'openai') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )

    for name in (
        "up",
        "status",
        "run",
        "approvals",
        "approve",
        "reject",
        "undo",
        "model-server",
        "db",
        "doctor",
    ):
        assert f"\n  {name} " in done.stdout
    assert done.stdout.endswith("LOADED []\n")


def test_status_of_a_checkout_that_does_not_run(data: Path) -> None:
    done = baton("status", "--json", data=data)

    assert json.loads(done.stdout) == {"running": False, "url": None, "pid": None, "processes": []}
    assert done.returncode == 1


def test_db_init_prints_sql_and_keeps_the_passwords_private(data: Path) -> None:
    done = baton("db", "init", data=data)

    kept = data / "passwords.json"
    assert done.returncode == 0
    assert 'create role "baton_web"' in done.stdout
    assert kept.stat().st_mode & 0o777 == 0o600
    assert not any(password in done.stdout for password in json.loads(kept.read_text()).values())


def test_doctor_says_what_is_well(data: Path) -> None:
    done = baton("doctor", data=data)

    assert done.returncode == 0, done.stdout
    assert [line[:3].strip() for line in done.stdout.splitlines()] == ["ok"] * 9


def test_doctor_finds_a_secret_that_others_can_read(data: Path) -> None:
    data.mkdir()
    (data / "demo.json").write_text("{}")
    (data / "demo.json").chmod(0o644)

    done = baton("doctor", data=data)

    assert done.returncode == 1
    assert f"BAD   Secrets      {data}/demo.json can be read by others: chmod 600 it." in done.stdout


@pytest.mark.requirement("issue 2.1")
@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        (
            {"DATABASE_URL": "postgresql://x:y@127.0.0.1:1/baton"},
            "The database named by DATABASE_URL cannot be reached: ",
        ),
        ({"DATABASE_URL": "mysql://x:y@127.0.0.1:1/baton"}, "DATABASE_URL is not an address of PostgreSQL: "),
        ({"BATON_LEASE_SECONDS": "soon"}, "BATON_LEASE_SECONDS is 'soon': input should be a valid number"),
        ({"BATON_ENV": "live"}, "BATON_ENV is 'live': input should be 'dev', 'test' or 'prod'."),
        ({"BATON_EGRESS_ALLOW": "shop.example"}, "BATON_EGRESS_ALLOW: 'shop.example' is not host:port."),
        (
            {"OPENAI_BASE_URL": "localhost:8080"},
            "OPENAI_BASE_URL is 'localhost:8080': it begins with http://",
        ),
        ({"OPENAI_BASE_URL": "http://x:y/v1"}, "OPENAI_BASE_URL is 'http://x:y/v1': it begins with http://"),
    ],
)
def test_up_answers_a_wrong_variable_with_one_sentence(
    environ: dict[str, str], sentence: str, data: Path
) -> None:
    began = time.monotonic()
    done = baton("up", data=data, **environ)

    assert done.returncode == 1
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert time.monotonic() - began < 30


def test_up_in_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    done = baton("up", data=tmp_path / "file" / ".baton")

    assert done.returncode == 1
    assert f"{tmp_path}/file/.baton cannot be written (Not a directory)" in done.stderr
    assert done.stderr.count("\n") == 1
