"""Publish training profiles: a new version where the text changed."""

from agents_app.definition import Definition, ProfileDefinition
from agents_app.kinds import Kind
from agents_app.models import TrainingProfile, TrainingProfileVersion
from agents_app.services.publishing.publication import Publication
from agents_app.spec import TrainingSpec, normal_form

type Training = tuple[TrainingProfileVersion, TrainingSpec]


def publish_profiles(publication: Publication, definition: Definition) -> dict[str, Training]:
    """The version in force of every profile of the definition, and what it says."""
    wanted = {each.name: {"archived_at": None} for each in definition.profiles}
    profiles = publication.upsert(TrainingProfile, "profile", wanted)
    latest = publication.latest_versions(
        TrainingProfileVersion.objects.filter(profile__in=profiles.values()), "profile_id"
    )
    published = {}
    for each in definition.profiles:
        profile = profiles[each.name]
        version = publish_profile(publication, profile, latest.get(profile.id), each)
        published[each.name] = (version, TrainingSpec.model_validate(version.spec))
    return published


def publish_profile(
    publication: Publication,
    profile: TrainingProfile,
    latest: TrainingProfileVersion | None,
    each: ProfileDefinition,
) -> TrainingProfileVersion:
    """The version in force of one profile."""
    spec = _spec(each)
    if latest is not None and latest.digest == spec.content_digest():
        latest.profile = profile
        return latest
    version = TrainingProfileVersion.objects.create(
        **publication.authorship,
        profile=profile,
        number=latest.number + 1 if latest else 1,
        spec=spec.to_json(),
        digest=spec.content_digest(),
    )
    publication.note_version(Kind.PROFILE, profile.id, profile.name, version.number)
    return version


def _spec(profile: ProfileDefinition) -> TrainingSpec:
    return TrainingSpec(
        specialization=profile.specialization,
        specialization_normal=normal_form(profile.specialization),
        skills=profile.skills,
        instructions=profile.instructions,
    )
