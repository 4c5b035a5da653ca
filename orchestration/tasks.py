"""The doorbell: the runner's only contact with Celery.

A message makes a worker look; the run it names is a hint and decides nothing, so a forged, doubled or lost
one does no harm. It is acknowledged once a look that began after it is done. No retry, result or countdown.
"""

import logging
import os
import threading
from typing import Any

from celery import shared_task
from celery.signals import worker_init, worker_shutdown, worker_shutting_down
from django.conf import settings

from agents_app.tools.registry import open_tools
from baton.egress.allow import AllowList
from baton.live.bus import channel_of
from baton.secrets.known import hide_known
from baton.telemetry.start import Telemetry, start_telemetry
from orchestration.runner.loop import Runner
from orchestration.runner.settings import RunnerSettings
from orchestration.telemetry.observer import SpanObserver

logger = logging.getLogger(__name__)

_STOP_SECONDS = 20.0
_RING_SECONDS = 10.0


class _Service:
    """The one runner of this worker process, on a thread of its own."""

    def __init__(self) -> None:
        self._runner: Runner | None = None
        self._thread: threading.Thread | None = None
        self._telemetry: Telemetry | None = None
        self._observer: SpanObserver | None = None

    def start(self) -> None:
        environment = settings.BATON
        allow = AllowList.parse(environment.baton_egress_allow)
        self._observe(environment.role_url("worker"))
        self._runner = Runner(
            RunnerSettings(
                database_url=environment.role_url("worker"),
                allow=allow,
                lease_seconds=environment.baton_lease_seconds,
                renew_seconds=environment.baton_renew_seconds,
                look_seconds=environment.baton_rering_seconds,
                slots=environment.baton_slots,
                max_claims=environment.baton_max_claims,
                key_ring=settings.BATON_KEY_RING,
                bus_url=environment.redis_url,
                bus_channel=channel_of(environment.baton_queue),
            ),
            lambda: open_tools(allow),
            self._observer,
        )
        self._thread = threading.Thread(target=self._serve, name="runner", daemon=True)
        self._thread.start()

    def ring(self) -> None:
        if self._runner is not None:
            self._runner.ring(wait=_RING_SECONDS)

    def begin_stop(self) -> None:
        """Celery's own warm stop knows nothing of the runs: tell them."""
        if self._runner is not None:
            self._runner.stop()

    def finish_stop(self) -> None:
        if self._thread is not None:
            self._thread.join(timeout=_STOP_SECONDS)
        if self._observer is not None:
            self._observer.stop()
        if self._telemetry is not None:
            self._telemetry.close()

    def _observe(self, database_url: str) -> None:
        choice = settings.BATON.telemetry("worker")
        self._telemetry = start_telemetry(choice, hide_known)
        if self._telemetry is not None and self._telemetry.sender is not None:
            self._observer = SpanObserver(database_url, self._telemetry.sender, with_content=choice.content)
            self._observer.start()

    def _serve(self) -> None:
        assert self._runner is not None
        try:
            self._runner.run()
        except BaseException:
            # A worker without a runner would take bells and do nothing: end it, and whoever watches starts
            # another; what it held is claimed again when its lease runs out.
            logger.exception("the runner ended")
            os._exit(1)


_service = _Service()


@worker_init.connect
def _start(**_: Any) -> None:
    try:
        _service.start()
    except Exception as error:
        # Celery would write it down and take bells all the same, with nobody to hear them.
        raise SystemExit(f"The runner cannot start: {error}") from error


@worker_shutting_down.connect
def _begin_stop(**_: Any) -> None:
    _service.begin_stop()


@worker_shutdown.connect
def _finish_stop(**_: Any) -> None:
    _service.finish_stop()


@shared_task(name="orchestration.ring")
def ring(run: str | None = None) -> None:
    """Look for queued runs; `run` says which one made the bell ring."""
    _service.ring()
