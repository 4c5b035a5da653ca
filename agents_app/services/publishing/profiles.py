"""Publish training profiles: a new version where the text changed."""

from agents_app.definition import Definition, ProfileDefinition
from agents_app.models import TrainingProfile, TrainingProfileVersion
from agents_app.services.publishing.publication import Change, Publication
from agents_app.spec import TrainingSpec, normal_form


def publish_profiles(
    publication: Publication, definition: Definition
) -> dict[str, tuple[TrainingProfileVersion, TrainingSpec]]:
    """The version in force of every profile of the definition, and what it says."""
    profiles = publication.upsert(TrainingProfile, "profile", {each.name: {} for each in definition.profiles})
    latest = publication.latest_versions(
        TrainingProfileVersion.objects.filter(profile__in=profiles.values()), "profile_id"
    )
    published = {}
    for each in definition.profiles:
        spec = _spec(each)
        version = latest.get(profiles[each.name].id)
        if version is None or version.digest != spec.content_digest():
            version = TrainingProfileVersion.objects.create(
                organization_id=publication.organization_id,
                profile=profiles[each.name],
                number=version.number + 1 if version else 1,
                spec=spec.to_json(),
                digest=spec.content_digest(),
            )
            publication.changes.append(Change("profile", each.name, version.number))
        published[each.name] = (version, spec)
    return published


def _spec(profile: ProfileDefinition) -> TrainingSpec:
    return TrainingSpec(
        specialization=profile.specialization,
        specialization_normal=normal_form(profile.specialization),
        skills=profile.skills,
        instructions=profile.instructions,
    )
