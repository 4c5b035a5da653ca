"""`deploy/bootstrap.sh`: finds a new enough Python and makes the environment, or says why not."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
REAL = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
TOOLS = ("bash", "sh", "awk", "cat", "cksum", "chmod", "cut", "dirname", "env", "grep", "head", "id", "ls")
MORE_TOOLS = ("rm", "sort", "tail", "tee")

pytestmark = pytest.mark.requirement("issue 2.1")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A clone in miniature, below a private folder and with a space in its name: one package in each lock."""
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    checkout = private / "my baton"
    (checkout / "deploy").mkdir(parents=True)
    shutil.copy(ROOT / "deploy" / "bootstrap.sh", checkout / "deploy")
    click = re.search(r"^click==.*?(?=^\S)", (ROOT / "requirements.lock").read_text(), re.S | re.M)
    assert click is not None
    for name in ("requirements.lock", "requirements-dev.lock", "requirements-local.lock"):
        (checkout / name).write_text(click[0])
    (checkout / "platform" / "baton").mkdir(parents=True)
    (checkout / "platform" / "baton" / "__init__.py").touch()
    return checkout


class Machine:
    """A machine with exactly the Pythons that are put on it."""

    def __init__(self, folder: Path, checkout: Path) -> None:
        self.folder = folder
        self.checkout = checkout
        self.path = folder / "bin"
        self.path.mkdir()
        for name in (*TOOLS, *MORE_TOOLS):
            found = shutil.which(name)
            assert found is not None, name
            (self.path / name).symlink_to(found)

    def put(self, where: str, script: str) -> None:
        path = self.folder / where
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def bootstrap(self, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
        keep = {
            name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "HTTP"))
        }
        cache = {"PIP_CACHE_DIR": str(Path.home() / ".cache" / "pip")}
        return subprocess.run(
            [str(self.checkout / "deploy" / "bootstrap.sh"), *arguments],
            env={**cache, **keep, "PATH": str(self.path), "HOME": str(self.folder), **environ},
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
        )

    def venv_version(self) -> str:
        done = subprocess.run(
            [
                self.checkout / ".venv/bin/python",
                "-c",
                "import click, baton, sys; print(sys.version.split()[0])",
            ],
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()


@pytest.fixture
def machine(tmp_path: Path, checkout: Path) -> Machine:
    return Machine(tmp_path, checkout)


OLD = 'case "$*" in *version_info*) exit 1;; esac; echo Python 3.11.2'
SHIM = "echo 'pyenv: command not found' >&2; exit 127"
GOOD = f'exec "{REAL}" "$@"'
WITHOUT_VENV = f'case "$*" in *ensurepip*) exit 1;; esac; exec "{REAL}" "$@"'
BARE = f'case "$*" in *ensurepip*|*virtualenv*|"-m pip"*) exit 1;; esac; exec "{REAL}" "$@"'


def test_a_newer_python_in_pyenvs_folder_is_found_behind_an_old_one_and_dead_shims(machine: Machine) -> None:
    machine.put("bin/python3", OLD)
    machine.put("bin/python3.13", SHIM)
    machine.put("bin/python3.12", SHIM)
    machine.put(".pyenv/versions/3.9.18/bin/python3", OLD)
    machine.put(".pyenv/versions/3.13.0/bin/python3", GOOD)

    done = machine.bootstrap()

    assert done.returncode == 0, done.stderr
    assert machine.venv_version() == sys.version.split()[0]
    assert (machine.checkout / ".venv/bin/baton").stat().st_mode & 0o100


def test_the_one_named_by_the_person_goes_first(machine: Machine, tmp_path: Path) -> None:
    machine.put("bin/python3.13", SHIM)
    machine.put("mine/python", GOOD)

    assert machine.bootstrap(PYTHON=str(tmp_path / "mine/python")).returncode == 0


def test_a_named_python_that_is_too_old_is_one_sentence(machine: Machine, tmp_path: Path) -> None:
    machine.put("bin/python3.13", GOOD)
    machine.put("mine/python", OLD)

    done = machine.bootstrap(PYTHON=str(tmp_path / "mine/python"))

    assert done.returncode == 1
    assert done.stderr == (
        f"PYTHON={tmp_path}/mine/python is Python 3.11.2: Baton needs Python 3.12 or newer.\n"
    )
    assert not (machine.checkout / ".venv").exists()


def test_a_machine_with_nothing_new_enough_is_one_sentence(machine: Machine) -> None:
    machine.put("bin/python3", OLD)

    done = machine.bootstrap()

    assert done.returncode == 1
    assert done.stderr.startswith(
        "Baton needs Python 3.12 or newer and found only Python 3.11.2: install one"
    )
    assert done.stderr.count("\n") == 1


def test_a_python_without_ensurepip_is_helped_by_its_own_pip(machine: Machine) -> None:
    machine.put("bin/python3", WITHOUT_VENV)

    done = machine.bootstrap()

    assert done.returncode == 0, done.stderr
    assert machine.venv_version() == sys.version.split()[0]


def test_a_python_with_neither_venv_nor_pip_is_answered_with_the_command_that_mends_it(
    machine: Machine,
) -> None:
    machine.put("bin/python3", BARE)

    done = machine.bootstrap()

    version = f"3.{sys.version_info.minor}"
    assert done.returncode == 1
    assert f"run 'apt-get install python{version}-venv'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_one_that_can_make_a_venv_is_preferred_to_one_that_cannot(machine: Machine) -> None:
    machine.put("bin/python3.13", BARE)
    machine.put("bin/python3", GOOD)

    assert machine.bootstrap().returncode == 0


def test_nothing_is_done_again_until_the_lock_changes(machine: Machine) -> None:
    machine.put("bin/python3", GOOD)
    machine.bootstrap()

    again = machine.bootstrap()
    lock = machine.checkout / "requirements.lock"
    lock.write_text(lock.read_text() + "# another\n")
    changed = machine.bootstrap()

    assert again.stdout == ""
    assert "Packages" in changed.stdout
    assert machine.bootstrap().stdout == ""


def test_the_embedding_model_is_added_to_the_environment_that_is_there(machine: Machine) -> None:
    machine.put("bin/python3", GOOD)
    machine.bootstrap()

    added = machine.bootstrap("local")

    assert added.returncode == 0, added.stderr
    assert "of requirements-local.lock" in added.stdout
    assert "Python:" not in added.stdout
    assert machine.bootstrap("local").stdout == machine.bootstrap().stdout == ""


def test_a_kind_that_is_not_known_is_refused_with_those_that_are(machine: Machine) -> None:
    machine.put("bin/python3", GOOD)

    done = machine.bootstrap("everything")

    assert done.returncode == 2
    assert done.stderr.endswith("'everything' is not known; say run, dev, bench, local or models.\n")
    assert not (machine.checkout / ".venv").exists()


def test_an_interrupted_environment_is_made_again(machine: Machine) -> None:
    machine.put("bin/python3", GOOD)
    machine.bootstrap()
    (machine.checkout / ".venv/stamp-run").unlink()
    (machine.checkout / ".venv/bin/python").unlink()

    assert machine.bootstrap().returncode == 0
    assert machine.venv_version() == sys.version.split()[0]


def test_a_folder_of_somebody_elses_named_venv_is_left_alone(machine: Machine) -> None:
    machine.put("bin/python3", GOOD)
    (machine.checkout / ".venv").mkdir()
    (machine.checkout / ".venv" / "letters.txt").write_text("dear")

    done = machine.bootstrap()

    assert done.returncode == 1
    assert "is not a virtual environment" in done.stderr
    assert (machine.checkout / ".venv" / "letters.txt").read_text() == "dear"
