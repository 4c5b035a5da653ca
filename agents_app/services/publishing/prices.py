"""Publish the price table of a project: a new version where a price changed."""

from collections.abc import Sequence

from agents_app.kinds import Kind
from agents_app.models import PriceTable, PriceTableVersion
from agents_app.prices import Price
from agents_app.services.publishing.publication import Publication
from baton.core.canonical import canonical_digest


def publish_prices(publication: Publication, prices: Sequence[Price]) -> PriceTableVersion:
    """The version in force afterwards."""
    table, _ = PriceTable.objects.select_related("live_version").get_or_create(
        organization_id=publication.organization_id, project_id=publication.project_id
    )
    stored = [price.to_json() for price in prices]
    digest = canonical_digest(stored)
    live = table.live_version
    if live is not None and live.digest == digest:
        return live
    version = PriceTableVersion.objects.create(
        **publication.authorship,
        table=table,
        number=live.number + 1 if live else 1,
        prices=stored,
        digest=digest,
    )
    table.live_version = version
    table.save(update_fields=["live_version"])
    publication.note_version(Kind.PRICES, table.id, "of the project", version.number)
    return version
