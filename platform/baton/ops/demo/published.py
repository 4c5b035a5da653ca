"""What of the demo's definition is published at a start: all of it once, and again only when it has changed.

The demo is there to be worked with: what somebody made of its agent, tools or policy stays over a restart.
"""

import hashlib
from pathlib import Path

from agents_app.definition import Definition
from agents_app.models import Agent
from baton.ops.demo.organization import DemoPlace
from baton.ops.files import write_private
from baton.tenancy.scope import organization_scope

FILE_NAME = "demo.published"


def still_to_publish(
    definitions: list[Definition], source: str, place: DemoPlace, data: Path
) -> list[Definition]:
    """The whole definitions, or only where things are reached if this very `source` was published before."""
    if _kept(data) == _digest(source) and _is_there(place):
        return [Definition(variables=definition.variables) for definition in definitions]
    return definitions


def keep_published(source: str, data: Path) -> None:
    """Remember that it is published."""
    write_private(data / FILE_NAME, _digest(source))


def _kept(data: Path) -> str:
    try:
        return (data / FILE_NAME).read_text()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def _digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()


def _is_there(place: DemoPlace) -> bool:
    with organization_scope(place.organization.id):
        return Agent.objects.filter(organization=place.organization, project=place.project).exists()
