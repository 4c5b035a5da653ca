"""The run that a new demo opens with: a customer asks for more than an agent may give by itself."""

from baton.ops.demo.organization import DemoPlace
from baton.tenancy.scope import organization_scope
from orchestration.models import Run
from orchestration.services.start_run import start_run

AGENT = "refund-desk"
MESSAGE = (
    "My sleeping bag from order NL-1051 arrived damaged: the zip is torn out at one end. I leave for the "
    "mountains on Friday and cannot wait for another one. Could you refund the EUR 310? Thank you, Ines Costa"
)


def start_first_run(place: DemoPlace) -> Run | None:
    """Start it where nothing ever ran; workers take it up once they are there."""
    organization_id, project_id = place.organization.id, place.project.id
    with organization_scope(organization_id):
        if Run.objects.filter(organization_id=organization_id, project_id=project_id).exists():
            return None
    return start_run(actor=place.owner, agent=AGENT, text=MESSAGE)
