"""Where browsers report what the content security policy has stopped."""

import logging

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from baton.core.errors import BadInput, BatonError, TooLarge
from baton.core.strict_json import loads

MAX_BYTES = 16 * 1024
_SHOWN = (
    "document-uri",
    "violated-directive",
    "effective-directive",
    "blocked-uri",
    "source-file",
    "line-number",
)
_log = logging.getLogger("baton.csp")


@csrf_exempt
@require_POST
def csp_report(request: HttpRequest) -> HttpResponse:
    """Write a report into the log. Anybody can send one, so it is short, escaped and changes nothing."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES:
        raise TooLarge("body_too_large", f"A report is at most {MAX_BYTES} bytes.")
    try:
        sent = loads(request.read(), max_bytes=MAX_BYTES)
        report = sent["csp-report"]
        shown = {name: str(report[name])[:200] for name in _SHOWN if name in report}
    except (BatonError, KeyError, TypeError):
        raise BadInput("bad_request", "This is no report.") from None
    _log.warning("Stopped by the content security policy: %r", shown)
    return HttpResponse(status=204)
