"""Log lines carry the id of the request they belong to: the one that its answer shows."""

import logging

from baton.audit.context import current


class RequestIdFilter(logging.Filter):
    """Adds `request_id` to each record, a dash outside of requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current().request_id or "-"
        return True
