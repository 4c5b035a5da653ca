"""The WSGI application: REST, pages and the built front end (`web`)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "baton.settings.dev")
application = get_wsgi_application()
