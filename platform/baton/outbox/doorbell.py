"""Rings a worker: one small message on the queue, sent by name, since this floor knows no task."""

from contextlib import suppress
from importlib import import_module
from typing import Any

from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from baton.outbox.relay import CarrierAway

_TASK = "orchestration.ring"
BROKER_SECONDS = 1.5


class Doorbell:
    """Holds one connection to the broker; after a failure the next ring makes a new one."""

    def __init__(self, queue: str) -> None:
        self._queue = queue
        self._connection: Any = None
        self._producer: Any = None

    def ring(self, payload: dict[str, Any]) -> None:
        """Send it, or raise CarrierAway after at most some two seconds."""
        app: Celery = import_module("baton.celery").app
        try:
            if self._producer is None:
                self._connection = self._connect(app)
                self._producer = app.amqp.Producer(self._connection)
            app.send_task(
                _TASK,
                kwargs={"run": payload["run"]},
                queue=self._queue,
                producer=self._producer,
                retry=False,
                ignore_result=True,
            )
        except (OperationalError, RedisError, OSError) as error:
            self._forget()
            raise CarrierAway(str(error) or type(error).__name__) from error

    def _connect(self, app: Celery) -> Any:
        options = {
            **app.conf.broker_transport_options,
            "socket_timeout": BROKER_SECONDS,
            "socket_connect_timeout": BROKER_SECONDS,
            "retry_on_timeout": False,
            "max_retries": 0,
        }
        return app.connection_for_write(transport_options=options)

    def _forget(self) -> None:
        connection, self._connection, self._producer = self._connection, None, None
        if connection is not None:
            with suppress(OperationalError, RedisError, OSError):
                connection.release()
