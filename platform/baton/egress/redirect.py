"""No redirect is followed: it would lead past the approval, which names one host."""

from http import HTTPStatus

from baton.egress.errors import RedirectRefused
from baton.egress.rule import Destination


def refuse_redirect(destination: Destination, status: int) -> None:
    """Raise RedirectRefused where the status sends the reader elsewhere."""
    if 300 <= status < 400 and status != HTTPStatus.NOT_MODIFIED:
        message = f"{destination.authority} answered with a redirect ({status}); none is followed."
        raise RedirectRefused(message, sent=True, status=status)
