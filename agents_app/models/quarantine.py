"""Versions of tools whose MCP server no longer says what was imported."""

from django.db import models


class ToolQuarantine(models.Model):
    """No call of this version starts any more, until a builder imports the tool again. No row: none of that.

    Written by the kernel alone, for the worker that noticed; web deletes it with the import.
    """

    version_id = models.UUIDField(primary_key=True)
    organization_id = models.UUIDField()
    message = models.CharField(max_length=500)
    """What is different, as the worker found it."""
    since = models.DateTimeField()
