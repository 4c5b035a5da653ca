"""The append-only ledger of refunds: one JSON line each, on the disk before anybody is told."""

import fcntl
import json
import os
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Refund:
    """One refund that was paid. `key` is the caller's idempotency key, where it sent one."""

    refund: str
    order: str
    amount: str
    """In EUR with two decimals."""
    reason: str
    key: str | None
    at: str


class LedgerInUse(Exception):
    """Another shop writes to this ledger."""


class Ledger:
    """The refunds in the order they were paid. Not for several threads at once: the shop holds a lock."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise LedgerInUse(f"Another shop writes to {path}.") from None
        self.refunds = [Refund(**json.loads(line)) for line in self._whole_lines(path)]

    def append(self, refund: Refund) -> None:
        """Write and flush to the disk; only then does the refund exist."""
        line = json.dumps(asdict(refund), ensure_ascii=False, sort_keys=True) + "\n"
        before = os.fstat(self._file).st_size
        try:
            self._write(line.encode())
        except OSError:
            # Half a line on a full disk would spoil the next one.
            os.ftruncate(self._file, before)
            raise
        self.refunds.append(refund)

    def by_key(self, key: str) -> Refund | None:
        return next((refund for refund in self.refunds if refund.key == key), None)

    def refunded(self, order: str) -> Decimal:
        """What was paid back for an order so far."""
        return sum((Decimal(each.amount) for each in self.refunds if each.order == order), Decimal(0))

    def close(self) -> None:
        os.close(self._file)

    def _write(self, content: bytes) -> None:
        while content:
            content = content[os.write(self._file, content) :]
        os.fsync(self._file)

    def _whole_lines(self, path: Path) -> list[str]:
        """The lines; a torn last one, which nobody was ever told of, is cut off."""
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            os.ftruncate(self._file, len(whole))
        return whole.decode().splitlines()
