"""What is usual for a model, over REST: the same for everybody who may read agents, and of nobody's project."""

from typing import Any

import pytest
from django.test import Client
from people import People
from rest_world import assert_described, code_of

from agents_app.capabilities import KNOWN
from agents_app.providers import PROVIDERS

PATH = "/api/v1/capabilities"
ASKED = {"provider": "openai_chat", "model": "gpt-5-mini"}


def told(client: Client, **asked: str) -> dict[str, Any]:
    response = client.get(PATH, asked)
    assert response.status_code == 200, response.content
    assert_described(response)
    answer: dict[str, Any] = response.json()
    return answer


@pytest.mark.requirement("agents 17")
def test_a_model_has_what_is_usual_for_it_and_its_provider(people: People) -> None:
    client = people.with_key(people.alice)

    thinking = told(client, **ASKED)

    assert (thinking["provider"], thinking["model"]) == ("openai_chat", "gpt-5-mini")
    assert thinking["known"] == list(KNOWN)
    assert (thinking["usual"]["temperature"], thinking["usual"]["server_history"]) == (False, False)
    assert "temperature" not in told(client, provider="openai_chat", model="small")["usual"]
    assert told(client, provider="anthropic_messages")["usual"]["max_output_tokens"] == 8192
    for provider in PROVIDERS:
        assert told(client, provider=provider)["model"] == ""
    assert told(client)["usual"] == {}


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"provider": "nobody"}, 422, "invalid_value"),
        ({"model": "gpt-5-mini"}, 422, "invalid_value"),
        ({"model": "m" * 300}, 400, "invalid_filter"),
        ({"project": "x"}, 400, "invalid_filter"),
    ],
)
def test_what_is_no_provider_is_refused(
    people: People, asked: dict[str, str], status: int, code: str
) -> None:
    response = people.with_key(people.alice).get(PATH, asked)

    assert code_of(response) == (status, code)


@pytest.mark.requirement("promise P24")
def test_members_and_other_organizations_are_told_the_same_and_whoever_is_none_nothing(
    people: People,
) -> None:
    reading = told(people.with_key(people.alice, ["agents:read"]), **ASKED)

    assert told(people.signed_in(people.vera), **ASKED) == reading
    assert told(people.with_key(people.charlie), **ASKED) == reading

    assert people.with_key(people.alice, ["runs:read"]).get(PATH, ASKED).status_code == 403
    assert Client().get(PATH, ASKED).status_code == 401
    foreign = people.signed_in(people.charlie)
    foreign.defaults["HTTP_BATON_PROJECT"] = str(people.north.project_id)
    assert foreign.get(PATH, ASKED).status_code == 404
