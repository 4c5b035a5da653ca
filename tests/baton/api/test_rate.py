"""The request limit of an organization, against a real Valkey."""

from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings
from django.test import override_settings
from people import People

from baton.api.rate import _counter
from baton.ops.embedded.valkey import EmbeddedValkey

URL = "/api/v1/projects"


@pytest.fixture
def valkey() -> Iterator[EmbeddedValkey]:
    with EmbeddedValkey() as server:
        limited = {"baton_requests_per_second": 5, "redis_url": server.url}
        _counter.cache_clear()
        with override_settings(BATON=settings.BATON.model_copy(update=limited)):
            yield server
    _counter.cache_clear()


@pytest.mark.requirement("case A07")
@pytest.mark.requirement("promises 7.78")
def test_too_many_requests_of_one_organization_wait_and_those_of_another_do_not(
    people: People, valkey: EmbeddedValkey
) -> None:
    alice, bob, charlie = (people.with_key(person) for person in (people.alice, people.bob, people.charlie))

    answers = [client.get(URL) for _ in range(12) for client in (alice, bob)]
    other = charlie.get(URL)

    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) >= 4
    assert refused[0].json()["error"]["code"] == "rate_limited"
    assert refused[0]["Retry-After"] == "1"
    assert other.status_code == 200


def test_the_limit_opens_while_the_broker_is_away(people: People, valkey: EmbeddedValkey) -> None:
    valkey.stop()

    statuses = {people.with_key(people.alice).get(URL).status_code for _ in range(10)}

    assert statuses == {200}


def set_quota(people: People, **quota: int | None) -> None:
    for name, value in quota.items():
        people.database.rows(
            f"update tenancy_organization set {name} = %s where id = %s",
            [value, people.north.organization_id],
        )


@pytest.mark.requirement("case A07")
def test_an_organization_has_a_quota_of_its_own(people: People, valkey: EmbeddedValkey) -> None:
    alice, charlie = people.with_key(people.alice), people.with_key(people.charlie)
    set_quota(people, requests_per_second=1000)

    more = {alice.get(URL).status_code for _ in range(30)}
    usual = [charlie.get(URL).status_code for _ in range(30)]

    assert more == {200}
    assert 429 in usual


@pytest.mark.requirement("case A07")
def test_one_key_or_person_may_have_less_than_the_organization(
    people: People, valkey: EmbeddedValkey
) -> None:
    set_quota(people, requests_per_second=1000, requests_per_second_each=2)
    key, person, other = (
        people.with_key(people.alice),
        people.signed_in(people.bob),
        people.with_key(people.vera),
    )

    answers = [[client.get(URL) for _ in range(8)] for client in (key, person)]
    spared = other.get(URL)

    for each in answers:
        refused = next(answer for answer in each if answer.status_code == 429)
        assert refused.json()["error"]["code"] == "rate_limited"
        assert refused["Retry-After"] == "1"
    assert spared.status_code == 200


def test_a_quota_leaves_something(people: People) -> None:
    for name in ("max_queued", "requests_per_second", "requests_per_second_each"):
        with pytest.raises(psycopg.errors.CheckViolation):
            set_quota(people, **{name: 0})
