"""Making API keys: who may, for what, and what is stored."""

import pytest
from people import People

from baton.api.authentication import authenticate_key
from baton.core.errors import BatonError
from baton.tenancy.roles import DEFAULT_KEY_SCOPES, SCOPES, Role
from baton.tenancy.services.create_api_key import create_api_key


def test_a_made_key_acts_with_its_scopes_and_only_its_hash_is_stored(people: People) -> None:
    key, text = create_api_key(
        actor=people.alice.actor, project_id=people.north.project_id, name="ci", scopes=["runs:read"]
    )

    actor = authenticate_key(text)

    assert (actor.id, actor.name, actor.scopes) == (key.id, "ci", frozenset({"runs:read"}))
    assert (actor.organization_id, actor.project_id) == (
        people.north.organization_id,
        people.north.project_id,
    )
    assert actor.user_id == people.alice.id
    stored = people.database.value("select tenancy_apikey::text from tenancy_apikey")
    assert text[-49:-6] not in stored


def test_a_key_does_not_decide_unless_said(people: People) -> None:
    key, _ = create_api_key(actor=people.alice.actor, project_id=people.north.project_id, name="default")

    assert set(key.scopes) == DEFAULT_KEY_SCOPES
    assert "approvals:decide" not in key.scopes


def test_the_use_of_a_key_is_noted(people: People) -> None:
    _, text = create_api_key(actor=people.alice.actor, project_id=people.north.project_id, name="ci")

    authenticate_key(text)

    assert people.database.value("select last_used_at > now() - interval '1 minute' from tenancy_apikey")


@pytest.mark.parametrize(
    ("who", "place", "scopes", "code"),
    [
        ("bob", "north", ["runs:read"], "insufficient_scope"),
        ("alice", "north", ["runs:fly"], "invalid_value"),
        ("alice", "south", ["runs:read"], "invalid_reference"),
        ("admin", "north", ["organization:manage"], "insufficient_scope"),
    ],
)
def test_a_key_beyond_its_maker_or_place_is_refused(
    people: People, who: str, place: str, scopes: list[str], code: str
) -> None:
    person = people.add_person("Ada", people.north, Role.ADMIN) if who == "admin" else getattr(people, who)

    with pytest.raises(BatonError) as caught:
        create_api_key(
            actor=person.actor, project_id=getattr(people, place).project_id, name="x", scopes=scopes
        )

    assert caught.value.code == code
    assert people.database.value("select count(*) from tenancy_apikey") == 0


def test_an_owner_may_give_everything(people: People) -> None:
    key, _ = create_api_key(
        actor=people.alice.actor, project_id=people.north.project_id, name="demo", scopes=SCOPES
    )

    assert "approvals:decide" in key.scopes
