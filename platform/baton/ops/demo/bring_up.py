"""Everything the demo needs in the database: the organization, its refund desk and its researchers."""

import sys
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

from agents_app.definition import read_definition
from agents_app.services.publish_definition import publish_definition
from baton.egress.allow import AllowList
from baton.ops.demo.first_run import start_first_run
from baton.ops.demo.model_choice import choose_model, is_scripted, model_named_by
from baton.ops.demo.organization import bring_up_organization
from baton.ops.demo.published import keep_published, still_to_publish
from baton.ops.demo.secrets_kept import keep_places, keep_secrets

REFUND_DESK = Path(__file__).with_name("refund_desk.yaml")
RESEARCH_BRIEF = Path(__file__).with_name("research_brief.yaml")


def bring_up_demo(environ: Mapping[str, str]) -> dict[str, str]:
    """What `.baton/demo.json` holds afterwards."""
    data = settings.BATON.baton_data
    place = bring_up_organization(keep_secrets(data, settings.BATON.baton_env))
    texts = [file.read_text() for file in (REFUND_DESK, RESEARCH_BRIEF)]
    source = "\n".join((*texts, model_named_by(environ)))
    definitions = [choose_model(read_definition(text), environ) for text in texts]
    for definition in still_to_publish(definitions, source, place, data):
        published = publish_definition(
            actor=place.owner,
            project_id=place.project.id,
            definition=definition,
            environment=environ,
            allow=AllowList.parse(settings.BATON.baton_egress_allow),
        )
        for change in published.changes:
            sys.stderr.write(f"Published {change}\n")
    keep_published(source, data)
    # Not on a real model: nobody has asked for what that would cost.
    if all(map(is_scripted, definitions)):
        start_first_run(place)
    return keep_places(
        data,
        url=settings.BATON.baton_url,
        organization=str(place.organization.id),
        project=str(place.project.id),
    )
