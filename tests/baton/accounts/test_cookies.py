"""Names and flags of cookies by the public address, read as a process reads its settings."""

import json
import os
import subprocess
import sys

from database import ROOT

SHOW = """
import json
from baton.settings import web as s
print(json.dumps([s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,
                  s.CSRF_TRUSTED_ORIGINS]))
"""


def settings_of(url: str) -> list[object]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "platform"),
        "BATON_URL": url,
        "BATON_INSTANCE": "i1",
    }
    shown = subprocess.run([sys.executable, "-c", SHOW], env=environment, capture_output=True, check=True)
    found: list[object] = json.loads(shown.stdout)
    return found


def test_on_https_cookies_are_bound_to_the_host() -> None:
    assert settings_of("https://baton.example/") == [
        "__Host-baton_session",
        "__Host-baton_csrf",
        True,
        True,
        ["https://baton.example"],
    ]


def test_on_http_cookies_carry_the_name_of_the_instance() -> None:
    assert settings_of("http://127.0.0.1:8000") == [
        "baton_session_i1",
        "baton_csrf_i1",
        False,
        False,
        ["http://127.0.0.1:8000"],
    ]
