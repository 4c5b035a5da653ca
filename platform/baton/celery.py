"""The Celery application: a doorbell, nothing more (docs/architecture.md). Imports nothing of ours."""

from celery import Celery

app = Celery("baton")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["orchestration"])
