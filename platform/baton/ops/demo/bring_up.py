"""Everything the demo needs in the database: the organization, and what its refund desk is made of."""

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


def bring_up_demo(environ: Mapping[str, str]) -> dict[str, str]:
    """What `.baton/demo.json` holds afterwards."""
    data = settings.BATON.baton_data
    place = bring_up_organization(keep_secrets(data, settings.BATON.baton_env))
    text = REFUND_DESK.read_text()
    source = f"{text}\n{model_named_by(environ)}"
    definition = choose_model(read_definition(text), environ)
    published = publish_definition(
        actor=place.owner,
        project_id=place.project.id,
        definition=still_to_publish(definition, source, place, data),
        environment=environ,
        allow=AllowList.parse(settings.BATON.baton_egress_allow),
    )
    keep_published(source, data)
    for change in published.changes:
        sys.stderr.write(f"Published {change}\n")
    # Not on a real model: nobody has asked for what that would cost.
    if is_scripted(definition):
        start_first_run(place)
    return keep_places(
        data,
        url=settings.BATON.baton_url,
        organization=str(place.organization.id),
        project=str(place.project.id),
    )
