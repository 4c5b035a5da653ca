"""How many statements one request sends to the database: exact, and the same on any machine."""

from bench.api_client import Ask
from conftest import point_django_at
from database import TestDatabase
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext


def statements_of(database: TestDatabase, ask: Ask) -> int:
    """Those of a second request: what a process asks once in its life is not counted."""
    point_django_at(database, "web")
    headers = dict(line.split(": ", 1) for line in ask.headers)
    try:
        for _ in range(2):
            with CaptureQueriesContext(connection) as queries:
                answer = Client(headers=headers).generic(
                    ask.method, ask.path, ask.body, content_type="application/json"
                )
            assert answer.status_code < 300, answer.content
        return len(queries)
    finally:
        connections.close_all()
