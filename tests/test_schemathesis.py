"""Requests made from the OpenAPI document against a real server with the restricted database roles.

No answer is a failure of the server, every answer is what the document says of its status, and a refused request
has changed nothing in any organization. Seeded and bounded; BATON_SCHEMATHESIS=20 makes twenty times as many.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from change_ledger import ChangeLedger
from conftest import point_django_at
from database import Cluster
from django.db import connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from live_server import live_server
from route_world import RouteWorld, arrange
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from web_server import WebServer

from baton.ops.embedded.valkey import EmbeddedValkey
from baton.tenancy.roles import SCOPES

TIMES = int(os.environ.get("BATON_SCHEMATHESIS", "1"))
AS_DESCRIBED, OTHERWISE = 6, 4
"""Requests for each operation: such as the document allows, and such as it does not."""
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
READ = [scope for scope in SCOPES if scope.endswith(":read")]


@pytest.fixture(scope="module")
def world(cluster: Cluster, django_db_blocker: Any) -> Iterator[RouteWorld]:
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            world = arrange(database)
            connections.close_all()
            yield world


@pytest.fixture(scope="module")
def server(world: RouteWorld, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    folder: Path = tmp_path_factory.mktemp("schemathesis")
    with EmbeddedValkey() as valkey, live_server(world.people.database, valkey.url, folder) as server:
        yield server


class Sender:
    """Sends what was made, in turn with a key that may do everything and one that only reads."""

    def __init__(self, world: RouteWorld, server: WebServer) -> None:
        self._world = world
        self._url = server.url
        self._keys = (world.people.key(world.people.alice), world.people.key(world.people.alice, READ))
        self._ledger = ChangeLedger(world.people.database)
        self._session = requests.Session()
        self.statuses: Counter[int] = Counter()

    def send(self, case: Case) -> None:
        number = self.statuses.total()
        if number % 4 < 3:  # what is made up names nothing that exists
            for name in case.path_parameters or {}:
                case.path_parameters[name] = str(self._world.ids[name])
        if "If-Match" in (case.headers or {}) and number % 4 < 2:
            case.headers["If-Match"] = f'"{number % 2}"'
        key = self._keys[number % 5 == 0]
        response = case.call(
            base_url=self._url, session=self._session, headers={"Authorization": f"Bearer {key}"}
        )
        self.statuses[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)
        changed = self._ledger.take()
        if response.status_code >= 400:
            assert changed == [], (response.status_code, response.text, case.as_curl_command())
            assert response.headers["x-request-id"][0] == response.json()["error"]["request_id"]

    def close(self) -> None:
        self._session.close()
        self._ledger.close()


@pytest.mark.requirement("promise P32")
def test_no_request_made_from_the_document_is_answered_otherwise_than_it_says(
    world: RouteWorld, server: WebServer
) -> None:
    document = requests.get(f"{server.url}/api/schema/", timeout=30).json()
    # Streams do not end: tests/baton/live/test_sse.py reads them.
    document["paths"] = {path: each for path, each in document["paths"].items() if "/sse/" not in path}
    south = world.state(world.people.south.organization_id)
    sender, failures = Sender(world, server), []
    try:
        for found in schemathesis.openapi.from_dict(document).get_all_operations():
            operation = found.ok()
            for mode, most in ((GenerationMode.POSITIVE, AS_DESCRIBED), (GenerationMode.NEGATIVE, OTHERWISE)):
                try:
                    _send_some(operation.as_strategy(generation_mode=mode), most * TIMES, sender)
                except (Exception, FailureGroup) as error:
                    failures.append(f"{operation.label}: {str(error)[:1500]}")
    finally:
        sender.close()

    print(f"SCHEMATHESIS requests={sender.statuses.total()} {dict(sorted(sender.statuses.items()))}")
    assert not failures, "\n\n".join(failures)
    assert sender.statuses.total() > 500
    assert world.state(world.people.south.organization_id) == south


def _send_some(cases: Any, most: int, sender: Sender) -> None:
    @seed(20261130)
    @settings(
        max_examples=most,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(cases)
    def send(case: Case) -> None:
        sender.send(case)

    send()
