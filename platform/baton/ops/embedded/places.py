"""Folders that another user may enter, which is what PostgreSQL needs when Baton is started by root."""

import os
import pwd
import secrets
import shutil
import stat
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

SYSTEM_HOME = Path("/var/lib/baton")
ENTERABLE = 0o711


def is_root() -> bool:
    return os.geteuid() == 0


def others_may_enter(folder: Path) -> bool:
    """Whether a user who owns nothing here can reach this folder: every parent must let others pass."""
    resolved = folder.resolve()
    return all(
        not each.exists() or stat.S_IMODE(each.stat().st_mode) & stat.S_IXOTH
        for each in (resolved, *resolved.parents)
    )


def others_may_read(tree: Path) -> bool:
    """Whether that user can also read everything below, as a umask of 077 would prevent."""
    if not others_may_enter(tree):
        return False
    for folder, _, files in os.walk(tree):
        if not os.stat(folder).st_mode & stat.S_IROTH:
            return False
        if any(not os.stat(os.path.join(folder, name)).st_mode & stat.S_IROTH for name in files):
            return False
    return True


def server_user(data: Path | None = None) -> pwd.struct_passwd | None:
    """Who runs PostgreSQL: None means whoever started us; root lends it the owner of the data, or nobody."""
    if not is_root():
        return None
    if data is not None and data.exists() and data.stat().st_uid != 0:
        return pwd.getpwuid(data.stat().st_uid)
    return pwd.getpwnam("nobody")


def servers_home(baton_folder: Path) -> Path:
    """Where the servers of a checkout live: in its own folder, else, for root, in one that others may enter.

    The answer is kept in a file named `where`, since a later change of a parent's mode must not make
    finished data disappear.
    """
    kept = baton_folder / "where"
    if kept.is_file():
        home = Path(kept.read_text().strip())
        if _is_ours(home, baton_folder):
            return home
    baton_folder.mkdir(parents=True, exist_ok=True)
    if not is_root():
        return baton_folder
    baton_folder.chmod(ENTERABLE)
    if others_may_enter(baton_folder):
        return baton_folder
    home = _new_system_home(baton_folder)
    kept.write_text(f"{home}\n")
    return home


def _is_ours(home: Path, baton_folder: Path) -> bool:
    """Yes for a checkout that was moved; no for a copy, which would work on the data of the original."""
    note = home / "checkout"
    if note.is_file():
        owner = Path(note.read_text().strip())
        if owner != baton_folder.resolve() and (owner / "where").is_file():
            return False
    home.mkdir(parents=True, exist_ok=True)
    note.write_text(f"{baton_folder.resolve()}\n")
    return True


def _new_system_home(baton_folder: Path) -> Path:
    """A folder named after the checkout; another one where an earlier checkout of that path left its data."""
    SYSTEM_HOME.mkdir(parents=True, exist_ok=True)
    SYSTEM_HOME.chmod(0o755)
    place = os.fsencode(baton_folder.resolve().parent)
    for salt in (b"", secrets.token_bytes(8)):
        home = SYSTEM_HOME / sha256(place + salt).hexdigest()[:12]
        if not home.exists():
            break
    home.mkdir()
    home.chmod(ENTERABLE)
    (home / "checkout").write_text(f"{baton_folder.resolve()}\n")
    return home


def throwaway_home(prefix: str) -> Path:
    """A new folder for a cluster that a test throws away again; never below a folder only we may enter."""
    # Well-known names are safe here: what is made below them has a fresh one.
    candidates = [Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")]  # noqa: S108
    base = next((each for each in candidates if others_may_enter(each)), candidates[0])
    _sweep(base, prefix)
    home = Path(tempfile.mkdtemp(prefix=prefix, dir=base))
    home.chmod(ENTERABLE)
    (home / "maker").write_text(f"{os.getpid()}\n")
    return home


def _sweep(base: Path, prefix: str) -> None:
    """What killed tests could not throw away themselves."""
    for old in base.glob(f"{prefix}*"):
        with suppress(OSError, ValueError):
            maker = int((old / "maker").read_text())
            if not _lives(maker):
                shutil.rmtree(old, ignore_errors=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        return True
    return True


def copy_readable(source: Path, target: Path) -> None:
    """Copy a tree so that others may read and run what is in it."""
    shutil.copytree(source, target, symlinks=True)
    for folder, _, files in os.walk(target):
        os.chmod(folder, 0o755)  # noqa: S103 - programs, nothing secret
        for name in files:
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                os.chmod(path, 0o755 if os.stat(path).st_mode & stat.S_IXUSR else 0o644)
