"""The WSGI application: REST, pages and the built front end (`web`)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "baton.settings.dev")
application = get_wsgi_application()

# isort: split
from django.conf import settings  # noqa: E402

from baton.secrets.known import hide_known  # noqa: E402
from baton.telemetry.start import start_for_good  # noqa: E402

start_for_good(settings.BATON.telemetry("web"), hide_known)
