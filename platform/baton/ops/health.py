"""`/healthz`: this process answers. `/readyz`: what it needs to serve is there.

Workers are reported, not required: a web process without a worker still takes runs and decisions.
"""

import time
from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

_BROKER_SECONDS = 2
_WORKERS = """
select count(*) filter (where until > clock_timestamp() and not stopped),
       extract(epoch from clock_timestamp() - max(until) filter (where not stopped))
from orchestration_worker
"""


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Alive: nothing outside of the process is asked."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when database, schema and broker are there, else 503 with what is not."""
    checks = {"database": _check(_database), "migrations": _check(_migrations), "broker": _check(_broker)}
    ready = all(check["ok"] for check in checks.values())
    body = {"status": "ready" if ready else "not ready", "checks": checks, "workers": _workers()}
    return JsonResponse(body, status=200 if ready else 503)


def _check(look: Callable[[], str | None]) -> dict[str, Any]:
    """One look, timed; the reason is ours, since an exception's text could hold an address."""
    begun = time.perf_counter()
    reason = look()
    took = round((time.perf_counter() - begun) * 1000)
    return {"ok": reason is None, "ms": took} | ({"reason": reason} if reason else {})


def _database() -> str | None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except DatabaseError as error:
        return f"does not answer ({type(error).__name__})"
    return None


_applied = False


def _migrations() -> str | None:
    global _applied
    if _applied:  # a schema only grows while a process lives; reading its history each time costs 10 ms
        return None
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return f"cannot be read ({type(error).__name__})"
    if missing:
        return f"{len(missing)} not applied"
    _applied = True
    return None


def _broker() -> str | None:
    try:
        client = redis.Redis.from_url(
            settings.BATON.redis_url, socket_connect_timeout=_BROKER_SECONDS, socket_timeout=_BROKER_SECONDS
        )
        with client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        return f"does not answer ({type(error).__name__})"
    return None


def _workers() -> dict[str, Any]:
    """How many hold a lease, and how long ago the last lease ran out if none does."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_WORKERS)
            alive, overdue = cursor.fetchone()
    except DatabaseError:
        return {"alive": None, "last_lease_ended_seconds_ago": None}
    ago = max(round(float(overdue), 1), 0.0) if overdue is not None and not alive else None
    return {"alive": alive, "last_lease_ended_seconds_ago": ago}
