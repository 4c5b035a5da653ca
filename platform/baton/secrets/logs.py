"""No log line shows a secret that this process has opened, nor does a traceback."""

import logging

from baton.secrets.known import hide_known


class HidingFormatter(logging.Formatter):
    """Hides known values in the finished text, since they may come in by arguments and exceptions too."""

    def format(self, record: logging.LogRecord) -> str:
        return hide_known(super().format(record))
