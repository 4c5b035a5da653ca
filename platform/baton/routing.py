"""The addresses of sockets."""

from channels.routing import URLRouter
from django.urls import path

from baton.live.router import SOCKET_PATH
from orchestration.consumers import TraceConsumer

sockets = URLRouter([path(SOCKET_PATH.lstrip("/"), TraceConsumer.as_asgi())])
