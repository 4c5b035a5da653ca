"""The demo's sign-in and key in `.baton/demo.json`: made once, written before the database knows them."""

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from baton.ops.files import read_json, write_private_json
from baton.tenancy.keys import KeyParts, make_key, parse_key

EMAIL = "demo@baton.example"
FILE_NAME = "demo.json"


@dataclass(frozen=True, slots=True)
class DemoSecrets:
    password: str = field(repr=False)
    api_key: str = field(repr=False)

    @property
    def key_parts(self) -> KeyParts:
        parts = parse_key(self.api_key)
        if parts is None:
            raise ValueError("the kept key is malformed")
        return parts


def keep_secrets(data: Path, environment: str) -> DemoSecrets:
    """Those of the file where they are usable, new ones otherwise.

    They stand in the file first: a start that dies in between then finds and uses them, whereas a password
    that only the database knew would be lost.
    """
    path = data / FILE_NAME
    kept = read_json(path) or {}
    password, api_key = kept.get("password"), kept.get("api_key")
    usable = DemoSecrets(
        password=password if isinstance(password, str) and password else secrets.token_urlsafe(15),
        api_key=api_key if isinstance(api_key, str) and parse_key(api_key) else make_key(environment)[0],
    )
    told = {"email": EMAIL, "password": usable.password, "api_key": usable.api_key}
    write_private_json(path, {**kept, **told})
    return usable


def keep_places(data: Path, *, url: str, organization: str, project: str) -> dict[str, str]:
    """Add where the demo is; the whole content afterwards."""
    path = data / FILE_NAME
    content = {**(read_json(path) or {}), "url": url, "organization": organization, "project": project}
    write_private_json(path, content)
    return content
