"""The ASGI application of `live`: sockets and streams, and `web` behind it in threads of its own."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "baton.settings.dev")
django.setup()  # what follows needs models

# isort: split
from django.conf import settings  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402

from baton.live.bridge import Bridge  # noqa: E402
from baton.live.router import Router  # noqa: E402
from baton.live.service import LiveService  # noqa: E402
from baton.live.sse import stream  # noqa: E402
from baton.routing import sockets  # noqa: E402
from baton.secrets.known import hide_known  # noqa: E402
from baton.telemetry.start import start_for_good  # noqa: E402
from orchestration.live.reader import TraceReader  # noqa: E402

start_for_good(settings.BATON.telemetry("live"), hide_known)
application = Router(
    socket=sockets,
    stream=stream,
    web=Bridge(get_wsgi_application(), settings.BATON.baton_web_threads),
    make_service=lambda: LiveService(TraceReader()),
)
