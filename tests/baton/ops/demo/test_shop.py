"""The shop of the demo as an outside world: it pays once per key and its ledger outlives it."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

REFUND = {"order": "NL-1042", "amount": 240, "reason": "Arrived damaged"}


@dataclass
class Shop:
    """A shop in a process of its own."""

    process: subprocess.Popen[str]
    port: int
    data: Path

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        content = body if isinstance(body, str | bytes | None) else json.dumps(body)
        try:
            connection.request(method, path, content, headers or {})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def refund(self, body: Any, key: str | None = None) -> tuple[int, Any]:
        return self.ask("POST", "/refunds", body, {"Idempotency-Key": key} if key else None)

    def ledger(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.data / "refunds.jsonl").read_text().splitlines()]


@contextmanager
def open_shop(data: Path, *options: str) -> Iterator[Shop]:
    process = subprocess.Popen(
        [sys.executable, "-m", "baton.ops.demo.shop", "--port", "0", "--data", str(data), *options],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SHOP_URL": ""},
    )
    try:
        assert process.stdout is not None
        greeting = process.stdout.readline()
        port = int(greeting.split(",")[0].rsplit(":", 1)[1])
        yield Shop(process, port, data)
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    with open_shop(tmp_path) as shop:
        yield shop


def test_an_order_is_found_with_what_a_refund_needs_to_know(shop: Shop) -> None:
    status, order = shop.ask("GET", "/orders/NL-1042")

    assert status == 200
    assert (order["order"], order["customer"], order["total"], order["currency"]) == (
        "NL-1042",
        "Ann Lindqvist",
        240,
        "EUR",
    )
    assert (order["status"], order["delivered_days_ago"], order["refunded"]) == ("delivered", 6, 0)


def test_what_is_not_there_is_said_to_be_missing(shop: Shop) -> None:
    assert shop.ask("GET", "/orders/NL-9999")[1]["error"] == "not_found"
    assert shop.ask("GET", "/nothing")[0] == 404
    assert shop.refund({**REFUND, "order": "NL-9999"})[0] == 404
    assert shop.ask("GET", "/customers/nobody@mail.example/orders") == (
        200,
        {"customer": "nobody@mail.example", "orders": []},
    )


def test_the_orders_of_a_customer_come_newest_first(shop: Shop) -> None:
    _, found = shop.ask("GET", "/customers/ann.lindqvist%40mail.example/orders")

    assert [order["order"] for order in found["orders"]] == ["NL-1042", "NL-1050"]


def test_a_refund_is_in_the_ledger_and_on_the_order(shop: Shop) -> None:
    status, refund = shop.refund(REFUND)

    assert (status, refund["refund"], refund["amount"]) == (201, "R-0001", 240)
    assert [(line["refund"], line["amount"]) for line in shop.ledger()] == [("R-0001", "240.00")]
    assert shop.ask("GET", "/orders/NL-1042")[1]["status"] == "refunded"
    assert shop.ask("GET", "/refunds")[1] == {"refunds": [refund], "count": 1}


def test_one_key_pays_once(shop: Shop) -> None:
    first = shop.refund(REFUND, "tc_1")
    second = shop.refund(dict(reversed(list(REFUND.items()))), "tc_1")

    assert (first[0], second[0]) == (201, 200)
    assert first[1] == second[1]
    assert len(shop.ledger()) == 1


def test_one_key_for_two_refunds_is_refused(shop: Shop) -> None:
    shop.refund(REFUND, "tc_1")

    status, answer = shop.refund({**REFUND, "amount": 10}, "tc_1")

    assert (status, answer["error"]) == (422, "idempotency_key_reused")
    assert len(shop.ledger()) == 1


def test_twenty_at_once_with_one_key_pay_once(shop: Shop) -> None:
    answers: list[Any] = []
    threads = [
        threading.Thread(target=lambda: answers.append(shop.refund(REFUND, "tc_1"))) for _ in range(20)
    ]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(status for status, _ in answers) == [200] * 19 + [201]
    assert len(shop.ledger()) == 1


def test_never_more_is_paid_than_the_order_cost(shop: Shop) -> None:
    assert shop.refund({**REFUND, "amount": 240.01})[1]["error"] == "exceeds_total"
    assert shop.refund({**REFUND, "amount": 200})[0] == 201
    assert shop.refund({**REFUND, "amount": 40.01})[1]["error"] == "exceeds_total"
    assert shop.refund({**REFUND, "amount": 40})[0] == 201
    assert shop.refund({**REFUND, "order": "NL-1047", "amount": 1})[1]["error"] == "exceeds_total"
    assert [line["amount"] for line in shop.ledger()] == ["200.00", "40.00"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"order": "NL-1042", "amount": 1}, 422, "invalid_refund"),
        ({**REFUND, "to": "me"}, 422, "invalid_refund"),
        ({**REFUND, "reason": " "}, 422, "invalid_refund"),
        ({**REFUND, "order": 1042}, 422, "invalid_refund"),
        ({**REFUND, "amount": 0}, 422, "invalid_amount"),
        ({**REFUND, "amount": -1}, 422, "invalid_amount"),
        ({**REFUND, "amount": "240"}, 422, "invalid_amount"),
        ({**REFUND, "amount": True}, 422, "invalid_amount"),
        ({**REFUND, "amount": 1.001}, 422, "invalid_amount"),
        ({**REFUND, "amount": 1e300}, 422, "invalid_amount"),
        ([], 400, "invalid_json"),
        ("{", 400, "invalid_json"),
        ('{"amount": 1, "amount": 2}', 400, "duplicate_key"),
        ("x" * 70_000, 413, "body_too_large"),
    ],
)
def test_a_bad_refund_pays_nothing(shop: Shop, body: Any, status: int, code: str) -> None:
    answer = shop.refund(body)

    assert (answer[0], answer[1]["error"]) == (status, code)
    assert shop.ledger() == []


def test_the_ledger_outlives_a_killed_shop(tmp_path: Path) -> None:
    with open_shop(tmp_path) as shop:
        shop.refund(REFUND, "tc_1")
        shop.process.kill()
        shop.process.wait()
    with (tmp_path / "refunds.jsonl").open("a") as ledger:
        ledger.write('{"refund": "R-0002", "ord')

    with open_shop(tmp_path) as shop:
        again = shop.refund(REFUND, "tc_1")
        other = shop.refund({**REFUND, "order": "NL-1043", "amount": 38}, "tc_2")

        assert (again[0], again[1]["refund"]) == (200, "R-0001")
        assert other[1]["refund"] == "R-0002"
        assert len(shop.ledger()) == 2


def test_a_dropped_answer_is_paid_and_the_key_finds_it(tmp_path: Path) -> None:
    with open_shop(tmp_path, "--drop-answers", "1") as shop:
        with pytest.raises(http.client.RemoteDisconnected):
            shop.refund(REFUND, "tc_1")

        assert shop.refund(REFUND, "tc_1")[0] == 200
        assert len(shop.ledger()) == 1


def test_two_shops_do_not_share_a_ledger(shop: Shop) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "baton.ops.demo.shop", "--port", "0", "--data", str(shop.data)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )

    assert second.returncode == 1
    assert second.stderr.startswith("The shop cannot open: Another shop writes to")


def test_a_taken_port_is_said_in_one_sentence(shop: Shop, tmp_path: Path) -> None:
    second = subprocess.run(
        [
            sys.executable,
            "-m",
            "baton.ops.demo.shop",
            "--port",
            str(shop.port),
            "--data",
            str(tmp_path / "other"),
        ],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )

    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert "Address already in use" in second.stderr


def test_it_stops_when_told(shop: Shop) -> None:
    shop.process.send_signal(signal.SIGTERM)

    assert shop.process.wait(10) == 0
