"""The shop on HTTP, for this machine only."""

import json
import sys
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any
from urllib.parse import unquote, urlsplit

from baton.core.errors import BatonError
from baton.core.strict_json import loads
from baton.ops.demo.shop.counter import Answer, Counter

LOOPBACK = "127.0.0.1"
MAX_BODY = 64 * 1024
MAX_DRAINED = 1024 * 1024
NAME = "Nordlicht Outfitters"


@dataclass(slots=True)
class Faults:
    """How the shop misbehaves, chosen by whoever starts it and never by a caller."""

    delay_seconds: float = 0.0
    """Between doing what was asked and answering."""
    drop_answers: int = 0
    """So many refunds are paid without a word: the connection is closed instead."""


class ShopServer(ThreadingHTTPServer):
    """One thread per connection; port 0 takes a free one."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, counter: Counter, faults: Faults) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.counter = counter
        self._faults = faults
        self._lock = Lock()

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.server_address[1]}"

    def wait_before_answering(self) -> None:
        if self._faults.delay_seconds:
            time.sleep(self._faults.delay_seconds)

    def drops_this_answer(self) -> bool:
        with self._lock:
            drops = self._faults.drop_answers > 0
            self._faults.drop_answers -= drops
            return drops


class _Handler(BaseHTTPRequestHandler):
    server: ShopServer
    server_version = "shop"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    # Nagle and delayed acknowledgements together would add 40 ms to every answer.
    disable_nagle_algorithm = True
    timeout = 60

    def do_GET(self) -> None:
        self._answer(self._look_up())

    def do_POST(self) -> None:
        answer = self._pay_back()
        if answer.status == 201 and self.server.drops_this_answer():
            self._log(answer, "answer dropped")
            self.close_connection = True
            return
        self._answer(answer)

    def _look_up(self) -> Answer:
        parts = [unquote(part) for part in urlsplit(self.path).path.strip("/").split("/")]
        match parts:
            case [""]:
                return Answer(200, {"shop": NAME})
            case ["orders", number]:
                return self.server.counter.order(number)
            case ["customers", email, "orders"]:
                return self.server.counter.orders_of(email)
            case ["refunds"]:
                return self.server.counter.refunds()
            case _:
                return _not_here()

    def _pay_back(self) -> Answer:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MAX_BODY:
            # Unread bytes would be taken for the next request, and closing on them would lose the answer.
            self.close_connection = True
            self.rfile.read(min(int(length), MAX_DRAINED) if length.isdecimal() else 0)
            return Answer(413, {"error": "body_too_large", "message": f"At most {MAX_BODY} bytes."})
        body = self.rfile.read(int(length))
        if urlsplit(self.path).path != "/refunds":
            return _not_here()
        try:
            wanted = loads(body)
        except BatonError as error:
            return Answer(400, {"error": error.code, "message": error.message})
        if not isinstance(wanted, dict):
            return Answer(400, {"error": "invalid_json", "message": "An object is needed."})
        return self.server.counter.pay_back(wanted, self.headers.get("Idempotency-Key") or None)

    def _answer(self, answer: Answer) -> None:
        self.server.wait_before_answering()
        content = json.dumps(answer.body, ensure_ascii=False).encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        self._log(answer, answer.note)

    def _log(self, answer: Answer, note: str) -> None:
        line = f"{self.command} {self.path} {answer.status} {note}".rstrip()
        sys.stdout.write(line.encode("ascii", "backslashreplace").decode() + "\n")
        sys.stdout.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Errors of the protocol itself; requests are logged with what was done."""


def _not_here() -> Answer:
    return Answer(404, {"error": "not_found", "message": "There is nothing here."})
