"""The one header in which pages with forms differ from everything else."""

from django.http import HttpResponse


def with_referrer(response: HttpResponse) -> HttpResponse:
    """Let a form of this page be known as ours.

    With `no-referrer` a browser sends `Origin: null` with a form, which no CSRF check can accept.
    """
    response["Referrer-Policy"] = "same-origin"
    return response
