"""How a worker hears the doorbell: what is none is dropped and logged, whoever laid it into the queue.

Celery ends the worker at a message whose body or envelope has another form, and since a message is
acknowledged late, the broker would hand the same one to its successor, for ever.
"""

import logging
from collections.abc import Callable
from typing import Any

from celery.worker.consumer import Consumer
from kombu.exceptions import KombuError

_log = logging.getLogger("baton.outbox")
_NONSENSE = (ValueError, TypeError, LookupError, AttributeError, RecursionError)


class DoorbellConsumer(Consumer):  # type: ignore[misc]
    """Celery's consumer, for a queue in which anything may lie. Named by CELERY_WORKER_CONSUMER."""

    loop: Callable[..., None]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.loop = _outliving_nonsense(self.loop)

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], None]:
        handle = super().create_task_handler(*args, **kwargs)

        def on_task_received(message: Any) -> None:
            try:
                if _is_doorbell(message):
                    handle(message)
                    return
                _log.error("A message that is no doorbell is dropped")
            except _NONSENSE:
                _log.exception("A message that is no doorbell is dropped")
            message.ack_log_error(_log, self.connection_errors)

        return on_task_received


def _is_doorbell(message: Any) -> bool:
    """A call by name with its arguments, not put off: others would be held, or tried again, for ever."""
    try:
        arguments, named, _ = message.payload
    except (KombuError, *_NONSENSE):
        return False
    return isinstance(arguments, list) and isinstance(named, dict) and message.headers.get("eta") is None


def _outliving_nonsense(loop: Callable[..., None]) -> Callable[..., None]:
    """An envelope that cannot be read is gone from the queue already: connect anew, and go on."""

    def run(*args: Any, **kwargs: Any) -> None:
        try:
            loop(*args, **kwargs)
        except _NONSENSE as error:
            _log.exception("Something that is no message is dropped")
            raise ConnectionResetError("the queue held something that is no message") from error

    return run
