"""PostgreSQL with pgvector, run from the binaries of a Python package: no system package, no container."""

import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import psycopg

from baton.ops.embedded.binaries import usable_postgres
from baton.ops.embedded.leash import start_leashed
from baton.ops.embedded.places import server_user, throwaway_home
from baton.ops.embedded.ports import LOOPBACK, free_port
from baton.ops.embedded.server import EmbeddedServer
from baton.ops.errors import OpsError, disk_full, is_disk_full
from baton.ops.files import write_private
from baton.ops.reasons import reason_in

SUPERUSER = "baton"
TAKEOVER_SECONDS = 20.0
NEEDED_MEGABYTES = 200


class EmbeddedPostgres(EmbeddedServer):
    """One cluster in one folder. Without a folder: a cluster that is thrown away when it stops."""

    name = "PostgreSQL"
    gentle = signal.SIGINT
    immediate = signal.SIGQUIT

    def __init__(
        self,
        home: Path | None = None,
        *,
        port: int | None = None,
        fsync: bool = True,
        log: Path | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self._throwaway = home is None
        super().__init__(
            home=home if home is not None else throwaway_home("baton-postgres-"),
            port=port if port is not None else free_port(),
            log=log,
        )
        self._options = dict(options or {})
        if not fsync:  # survives a kill of the server, not of the machine
            self._options |= {"fsync": "off", "full_page_writes": "off"}
        self._sync = fsync
        self.data = self.home / "postgres"
        self.notice: str | None = None

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        """The superuser's address of one database of this cluster."""
        return f"postgresql://{SUPERUSER}:{self.password}@{LOOPBACK}:{self.port}/{database}"

    @property
    def password(self) -> str:
        return (self.home / "postgres.password").read_text().strip()

    def start(self) -> Self:
        """Also right after a kill: its backends notice that it is gone only at their next pause."""
        deadline = time.monotonic() + TAKEOVER_SECONDS
        while True:
            try:
                return super().start()
            except OpsError:
                # In the log: they write there that they end, after the new one has said why it does.
                if "shared memory block" not in self.last_words() or time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def prepare(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        self._programs = usable_postgres(self.home) / "bin"
        if not self._is_finished():
            self._make_cluster()
        self._retire_predecessor()

    def spawn(self) -> subprocess.Popen[bytes]:
        settings = {
            "max_connections": "200",
            "shared_buffers": "128MB",
            "log_timezone": "UTC",
            **self._options,
        }
        command = [str(self._programs / "postgres"), "-D", str(self.data), "-h", LOOPBACK]
        command += ["-p", str(self.port), "-k", ""]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        return start_leashed(
            command,
            when_parent_dies=signal.SIGINT,  # its own clean stop, also when Baton itself is killed
            log=self.log,
            env=_clean_environment(),
            user=server_user(self.data),
        )

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        super().stop()
        if self._throwaway:
            shutil.rmtree(self.home, ignore_errors=True)

    def _is_finished(self) -> bool:
        """A cluster gets its name when it is whole; one that lacks its heart is put aside, never deleted."""
        if not self.data.exists():
            return False
        version = self.data / "PG_VERSION"
        if version.is_file() and (self.data / "global/pg_control").is_file():
            self._refuse_other_version(version.read_text().strip())
            return True
        if any(self.data.iterdir()):
            aside = self.data.with_name(f"postgres.broken-{int(time.time())}")
            self.data.rename(aside)
            self.notice = f"The database folder was half made: it is kept as {aside} and a new one is begun."
        else:
            self.data.rmdir()
        return False

    def _refuse_other_version(self, version: str) -> None:
        ours = subprocess.run(
            [self._programs / "postgres", "--version"], capture_output=True, text=True, check=True
        ).stdout.split()[2]
        if ours.split(".")[0] != version:
            raise OpsError(
                f"The data in {self.data} was made by PostgreSQL {version} and this one is {ours}: "
                f"dump it with the old version, or move the folder away to begin anew."
            )

    def _make_cluster(self) -> None:
        free = shutil.disk_usage(self.home).free // 2**20
        if free < NEEDED_MEGABYTES:
            raise OpsError(
                f"The disk that holds {self.home} has {free} MB left and a new database needs "
                f"{NEEDED_MEGABYTES} MB: free some space there and start again."
            )
        half = self.data.with_name("postgres.half")
        if half.exists():
            self.notice = "The first setup was interrupted before there was any data: it is done again."
            shutil.rmtree(half)
        user = server_user()
        password = self._write_password(user.pw_uid if user is not None else None)
        half.mkdir(mode=0o700)
        if user is not None:
            os.chown(half, user.pw_uid, user.pw_gid)
        command = [str(self._programs / "initdb"), "-D", str(half), "-U", SUPERUSER]
        command += ["--auth=scram-sha-256", f"--pwfile={password}", "-E", "UTF8"]
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C.UTF-8"]
        if not self._sync:
            command.append("--no-sync")
        maker = start_leashed(command, when_parent_dies=signal.SIGKILL, env=_clean_environment(), user=user)
        words = maker.communicate()[0].decode(errors="replace")
        if maker.returncode != 0:
            if is_disk_full(words):
                raise disk_full(self.home)
            raise OpsError(f"The database could not be made in {self.home}: {reason_in(words)}.")
        half.rename(self.data)

    def _write_password(self, owner: int | None) -> Path:
        """A file of the server's own user: initdb takes it neither from a pipe nor from another's file."""
        path = self.home / "postgres.password"
        write_private(path, secrets.token_urlsafe(24) + "\n")
        if owner is not None:
            os.chown(path, owner, -1)
        return path

    def _retire_predecessor(self) -> None:
        """Wait for a server of an earlier start that is still stopping: two on one folder are refused."""
        lock = self.data / "postmaster.pid"
        if (pid := _server_of(lock, self.data)) is None:
            return
        os.kill(pid, signal.SIGINT)
        deadline = time.monotonic() + TAKEOVER_SECONDS
        while _server_of(lock, self.data) is not None:
            if time.monotonic() > deadline:
                raise OpsError(f"Another PostgreSQL (process {pid}) uses {self.data} and does not stop.")
            time.sleep(0.05)


def _server_of(lock: Path, data: Path) -> int | None:
    """The process that its lock file names, if it lives and really is the server of this folder."""
    try:
        pid = int(lock.read_text().split("\n", 1)[0])
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (OSError, ValueError):
        return None
    return pid if os.fsencode(data) in command.split(b"\0") else None


def _clean_environment() -> dict[str, str]:
    """Nothing of ours: a PGDATA or PGPORT of the caller would lead the server elsewhere."""
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
