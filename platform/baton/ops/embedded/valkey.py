"""Valkey, run from the binary of a Python package: doorbells and other things that may be lost."""

import secrets
import shutil
import signal
import socket
import subprocess
from pathlib import Path

from baton.ops.embedded.binaries import find_valkey
from baton.ops.embedded.leash import start_leashed
from baton.ops.embedded.places import throwaway_home
from baton.ops.embedded.ports import LOOPBACK, free_port
from baton.ops.embedded.server import EmbeddedServer
from baton.ops.files import write_private


class EmbeddedValkey(EmbeddedServer):
    """One server in one folder, its data kept in an append-only file. Without a folder: nothing is kept."""

    name = "Valkey"
    gentle = signal.SIGTERM
    immediate = signal.SIGKILL

    def __init__(self, home: Path | None = None, *, port: int | None = None, log: Path | None = None) -> None:
        self._throwaway = home is None
        super().__init__(
            home=home if home is not None else throwaway_home("baton-valkey-"),
            port=port if port is not None else free_port(),
            log=log,
        )
        self.data = self.home / "valkey"

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@{LOOPBACK}:{self.port}/0"

    @property
    def password(self) -> str:
        return (self.home / "valkey.password").read_text().strip()

    def prepare(self) -> None:
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (self.home / "valkey.password").exists():
            write_private(self.home / "valkey.password", secrets.token_urlsafe(24))
        keep = "no" if self._throwaway else "yes"
        write_private(  # a file, since a command line can be read by everybody on the machine
            self.home / "valkey.conf",
            f'bind {LOOPBACK}\nport {self.port}\nrequirepass {self.password}\ndir "{self.data}"\n'
            f'save ""\nappendonly {keep}\ndaemonize no\n',
        )

    def spawn(self) -> subprocess.Popen[bytes]:
        command = [find_valkey(), self.home / "valkey.conf"]
        return start_leashed(command, when_parent_dies=signal.SIGTERM, log=self.log)

    def answers(self) -> bool:
        request = f"AUTH {self.password}\r\nPING\r\n".encode()
        try:
            with socket.create_connection((LOOPBACK, self.port), timeout=2) as client:
                client.sendall(request)
                answer = b""
                while answer.count(b"\r\n") < 2 and (more := client.recv(256)):
                    answer += more
        except OSError:
            return False
        return answer == b"+OK\r\n+PONG\r\n"

    def stop(self) -> None:
        super().stop()
        if self._throwaway:
            shutil.rmtree(self.home, ignore_errors=True)
