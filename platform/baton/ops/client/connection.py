"""One kept connection to the REST API: JSON there, JSON back, every failure a typed one.

The standard library's client, since a command must be up before a person notices; it follows no redirect and
no proxy, so a key goes to the named server and nowhere else.
"""

import http.client
import json
import ssl
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from baton.ops.client.errors import NoServer, Refused, ServerAway
from baton.ops.client.server import Server

TIMEOUT = 30.0
_AWAY = frozenset({502, 503, 504})
_BROKEN = (http.client.HTTPException, ConnectionError, TimeoutError, ssl.SSLError, OSError)


class Connection:
    """Not for two threads at once."""

    def __init__(self, server: Server, timeout: float = TIMEOUT) -> None:
        parts = urlsplit(server.url)
        self.url = server.url
        self._base = parts.path
        self._headers = {"Authorization": f"Bearer {server.api_key}", "Accept": "application/json"}
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.hostname or "", parts.port, timeout=timeout)

    def get(self, path: str, query: Mapping[str, Any] | None = None) -> Any:
        known = {name: value for name, value in (query or {}).items() if value is not None}
        return self._send("GET", f"{path}?{urlencode(known)}" if known else path, None, {})

    def post(self, path: str, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Any:
        return self._send("POST", path, json.dumps(body).encode(), headers or {})

    def delete(self, path: str) -> Any:
        return self._send("DELETE", path, None, {})

    def close(self) -> None:
        self._connection.close()

    def _send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Any:
        everything = {**self._headers, **headers}
        if body is not None:
            everything["Content-Type"] = "application/json"
        status, kind, content = self._exchange(method, f"{self._base}/api/v1/{path}", body, everything)
        return self._read(status, kind, content)

    def _exchange(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, str, bytes]:
        # A kept connection may have been closed by the server meanwhile; that is found out by sending, and a
        # GET loses nothing by being sent once more.
        tries = 2 if method == "GET" and self._connection.sock is not None else 1
        for last in range(tries - 1, -1, -1):
            try:
                self._connection.request(method, path, body=body, headers=dict(headers))
                response = self._connection.getresponse()
                return response.status, response.headers.get_content_type(), response.read()
            except ssl.SSLCertVerificationError as error:
                self._connection.close()
                problem = error.verify_message
                raise NoServer(f"The certificate of {self.url} is not valid: {problem}.") from None
            except _BROKEN as error:
                self._connection.close()
                if not last:
                    raise ServerAway(f"Baton at {self.url} cannot be reached ({_told(error)}).") from error
        raise AssertionError("unreachable")

    def _read(self, status: int, kind: str, content: bytes) -> Any:
        if kind != "application/json":
            if status in _AWAY:
                raise ServerAway(f"Baton at {self.url} is starting or stopping ({status}).")
            raise NoServer(f"What answers at {self.url} is not Baton's API ({status}, {kind}).")
        try:
            answer = json.loads(content) if content else None
        except ValueError:
            raise ServerAway(f"Baton at {self.url} broke off in the middle of an answer.") from None
        if 200 <= status < 300:
            return answer
        error = answer.get("error") if isinstance(answer, dict) else None
        if not isinstance(error, dict):
            raise NoServer(f"What answers at {self.url} is not Baton's API ({status}).")
        if status in _AWAY:
            raise ServerAway(f"Baton at {self.url} is not ready: {error.get('message')}")
        raise Refused(status, error)


def segment(text: str) -> str:
    """A part of a path, whatever it holds."""
    return quote(text, safe="")


def _told(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, http.client.HTTPException):
        return "the connection broke"
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).rstrip(".").lower()
