"""Where Baton is and with which key we come: the environment, or `.baton/demo.json` of the checkout."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from baton.ops.checkout import SOURCE
from baton.ops.client.errors import NoServer

_DEMO = Path(".baton") / "demo.json"


@dataclass(frozen=True, slots=True)
class Server:
    url: str
    """Scheme, host, port and maybe a path, without a slash at the end."""
    api_key: str


def find_server(environ: Mapping[str, str] = os.environ, folder: Path | None = None) -> Server:
    """BATON_URL and BATON_API_KEY; what is missing comes from the demo file. Raises NoServer."""
    url, key = environ.get("BATON_URL", ""), environ.get("BATON_API_KEY", "")
    if url and not key:
        raise NoServer("BATON_URL is set but BATON_API_KEY is not: set both, or neither.")
    if not url:
        demo = _read_demo(environ, folder or Path.cwd())
        url, key = demo.url, key or demo.api_key
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise NoServer(f"{url!r} is not an address of Baton: it begins with http:// or https://.")
    if not key.isascii() or not key.isprintable():
        raise NoServer("The API key holds characters that no key of Baton has.")
    return Server(url.rstrip("/"), key)


def _read_demo(environ: Mapping[str, str], folder: Path) -> Server:
    path = next((path for path in _places(environ, folder) if _is_there(path)), None)
    if path is None:
        raise NoServer(
            "There is no .baton/demo.json here or above that you may read: start Baton with `make run`, "
            "or set BATON_URL and BATON_API_KEY."
        )
    _refuse_foreign(path)
    try:
        demo = json.loads(path.read_text())
        return Server(str(demo["url"]), str(demo["api_key"]))
    except PermissionError:
        raise NoServer(f"{path} may not be read by you: it belongs to who started Baton.") from None
    except (ValueError, KeyError, TypeError):
        raise NoServer(f"{path} holds no url and api_key: start Baton once more with `make run`.") from None


def _places(environ: Mapping[str, str], folder: Path) -> Iterator[Path]:
    if environ.get("BATON_DATA"):
        yield Path(environ["BATON_DATA"]) / _DEMO.name
        return
    for each in (folder, *folder.parents):
        yield each / _DEMO
    yield SOURCE / _DEMO


def _is_there(path: Path) -> bool:
    """Also where we may not look: then it is somebody else's, which is not ours to use."""
    try:
        return path.is_file()
    except PermissionError:
        return False


def _refuse_foreign(path: Path) -> None:
    """A file that somebody else laid into a shared folder would send our words to their server."""
    owner = path.stat().st_uid
    if os.geteuid() not in (0, owner) and owner != 0:
        raise NoServer(f"{path} belongs to another user, so it is not used: set BATON_URL and BATON_API_KEY.")
