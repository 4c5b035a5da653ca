"""What a definition does to stored secrets: it keeps them for their host and gives them to no other."""

from typing import Any

import pytest
from database import TestDatabase

from agents_app.definition import read_definition
from agents_app.services.places.credentials import create_credential
from agents_app.services.publish_definition import publish_definition
from baton.core.errors import Unprocessable
from baton.secrets.vault import open_secret
from baton.tenancy.scope import organization_scope

VALUE = "canary-of-a-definition"
SAME = "baton: 1\ncredentials: {key: {host: shop.example, prefix: 'Bearer '}}\n"
pytestmark = pytest.mark.requirement("promises 4.11")


def publish(people: Any, text: str, **more: Any) -> None:
    publish_definition(
        actor=people.alice, project_id=people.alice.project_id, definition=read_definition(text), **more
    )


def stored(database: TestDatabase) -> dict[str, Any]:
    return database.rows("select * from agents_credential where name = 'key'")[0]


@pytest.fixture
def key(people: Any) -> Any:
    """Stored by hand, for shop.example."""
    return create_credential(actor=people.alice, name="key", host="shop.example", value=VALUE)


def test_a_file_that_says_the_same_host_keeps_the_value(
    database: TestDatabase, people: Any, key: Any
) -> None:
    publish(people, SAME)

    row = stored(database)
    assert (row["prefix"], row["last_four"], row["version"]) == ("Bearer ", key.last_four, 2)
    with organization_scope(people.alice.organization_id):
        found = open_secret(people.alice.organization_id, row["id"], row["sealed_version"], row["sealed"])
    assert found == VALUE


@pytest.mark.parametrize(
    ("old", "new"), [("shop.example", "evil.example"), ("prefix: 'Bearer '", "header: X-Other")]
)
def test_a_file_that_would_send_it_elsewhere_takes_the_value_away(
    database: TestDatabase, people: Any, key: Any, old: str, new: str
) -> None:
    publish(people, SAME.replace(old, new))

    row = stored(database)
    assert (row["sealed"], row["last_four"], row["fingerprint"]) == (None, "", "")


def test_a_connection_takes_no_credential_of_another_host(
    database: TestDatabase, people: Any, key: Any
) -> None:
    before = stored(database)
    text = SAME + "connections: {real: {provider: openai_chat, credential: key}}\n"

    with pytest.raises(Unprocessable) as refused:
        publish(people, text)

    assert (refused.value.code, refused.value.field) == ("host_not_allowed", "connections.real.credential")
    assert database.value("select count(*) from agents_modelconnection") == 0
    assert stored(database) == before


def test_who_does_not_operate_the_installation_names_no_variable_of_it(
    database: TestDatabase, people: Any
) -> None:
    named = SAME.replace("prefix: 'Bearer '", "from_environment: BATON_SECRET_SHOP")
    publish(people, named)

    publish(people, named, environment_is_open=False)
    with pytest.raises(Unprocessable) as walked:
        publish(people, named.replace("shop.example", "evil.example"), environment_is_open=False)

    assert walked.value.code == "secret_not_allowed"
    assert stored(database)["host"] == "shop.example"
