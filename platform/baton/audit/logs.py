"""Log lines carry the id of the request they belong to: the one that its answer shows."""

import logging

from baton.audit.context import current

REMEMBERED = "baton_request_id"
"""The attribute of a request that holds its id."""


class RequestIdFilter(logging.Filter):
    """Adds `request_id` to each record, a dash outside of requests.

    Django writes down a refusal when the request is over; then the request itself still knows its id.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        of_request = getattr(getattr(record, "request", None), REMEMBERED, "")
        record.request_id = current().request_id or of_request or "-"
        return True
