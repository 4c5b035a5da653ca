"""The folders and files of one installation: what Baton keeps, and where."""

import os
from dataclasses import dataclass
from pathlib import Path

from baton.ops.embedded.places import servers_home
from baton.ops.errors import OpsError, disk_full, is_disk_full

SOURCE = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Checkout:
    """One installation; everything it keeps stands in one folder."""

    root: Path
    data: Path

    @property
    def ports(self) -> Path:
        return self.data / "ports.json"

    @property
    def passwords(self) -> Path:
        return Path(os.environ.get("BATON_DB_PASSWORDS") or self.data / "passwords.json")

    @property
    def demo(self) -> Path:
        return self.data / "demo.json"

    @property
    def secret(self) -> Path:
        return self.data / "secret"

    @property
    def signing_key(self) -> Path:
        return self.data / "signing_key"

    @property
    def keks(self) -> Path:
        return self.data / "keks"

    @property
    def lock(self) -> Path:
        return self.data / "up.lock"

    @property
    def processes(self) -> Path:
        return self.data / "processes.json"

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    def prepare(self) -> Path:
        """Make the folder and answer where the servers live."""
        try:
            self.data.mkdir(parents=True, exist_ok=True)
            self.logs.mkdir(mode=0o700, exist_ok=True)
            self._probe()
            return servers_home(self.data)
        except OSError as error:
            if is_disk_full(error):
                raise disk_full(self.data) from error
            raise OpsError(
                f"{self.data} cannot be written ({error.strerror}): start Baton as the user it belongs to, "
                "or name another folder in BATON_DATA."
            ) from error

    def _probe(self) -> None:
        """Write something now: a full disk shall show itself before anything is half done."""
        probe = self.data / f"probe.{os.getpid()}"
        probe.write_bytes(b"x" * 65536)
        probe.unlink()


def find_checkout() -> Checkout:
    """The checkout this code stands in; for an installed package, the folder one works in."""
    root = SOURCE if (SOURCE / "manage.py").is_file() else Path.cwd()
    return Checkout(root=root, data=Path(os.environ.get("BATON_DATA") or root / ".baton").absolute())
