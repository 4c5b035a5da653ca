"""Credentials over REST: values go in and never come out, stay with their host, and are not missed by users."""

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster
from people import hashes
from places_world import CANARY, TABLES, Places, send, shared_places
from rest_world import assert_described, code_of, error_of, queries_of

from agents_app.models import Credential
from baton.core.ids import new_id
from baton.secrets.sealing import NO_KEYS, CannotOpen
from baton.secrets.vault import open_secret
from baton.tenancy.scope import organization_scope

PATH = "/api/v1/credentials"
pytestmark = pytest.mark.requirement("promises 4.11")


@pytest.fixture(autouse=True)
def environment_is_closed(settings: Any) -> None:
    """Whatever other tests of this process have opened."""
    settings.BATON = settings.BATON.model_copy(update={"baton_secrets_from_environment": False})


@pytest.fixture(scope="module")
def places(cluster: Cluster, django_db_blocker: Any) -> Iterator[Places]:
    with shared_places(cluster, point_django_at, django_db_blocker) as places:
        yield places


def create(places: Places, name: str, **changes: Any) -> dict[str, Any]:
    body = {"name": name, "host": "mail.example", "prefix": "Bearer ", "value": CANARY, **changes}
    response = send(places.alice, "POST", PATH, body)
    assert response.status_code == 201, response.content
    assert_described(response)
    assert CANARY not in response.text
    made: dict[str, Any] = response.json()
    return made


def value_of(places: Places, credential_id: str) -> str:
    north = places.people.north.organization_id
    with organization_scope(north):
        row = Credential.objects.get(id=credential_id)
        return open_secret(north, row.id, row.sealed_version, bytes(row.sealed or b""))


@pytest.mark.requirement("promise P30")
def test_a_value_is_sealed_and_only_its_end_and_fingerprint_are_shown(places: Places) -> None:
    made = create(places, "mail")

    assert (made["source"], made["last_four"], made["version"]) == ("stored", "abcd", 1)
    assert (made["host"], made["header"], made["prefix"]) == ("mail.example", "Authorization", "Bearer ")
    assert len(made["fingerprint"]) == 16
    assert made["sealed_at"].endswith("Z")
    one = places.alice.get(f"{PATH}/{made['id']}")
    assert_described(one)
    assert (one["ETag"], CANARY in one.text) == ('"1"', False)
    assert value_of(places, made["id"]) == CANARY
    row = places.people.database.rows("select * from agents_credential where id = %s", [made["id"]])[0]
    assert CANARY.encode() not in bytes(row["sealed"])


def test_the_same_value_has_the_same_fingerprint_and_another_one_another(places: Places) -> None:
    one, same, other = (
        create(places, name, value=value)
        for name, value in (("f1", CANARY), ("f2", CANARY), ("f3", CANARY + "x"))
    )

    assert one["fingerprint"] == same["fingerprint"] != other["fingerprint"]


def test_a_short_value_shows_nothing_of_itself(places: Places) -> None:
    assert create(places, "short", value="12345678")["last_four"] == ""


def test_a_credential_without_a_value_is_missing_until_it_gets_one(places: Places) -> None:
    made = create(places, "later", value=None)
    assert (made["source"], made["fingerprint"], made["sealed_at"]) == ("missing", "", None)

    response = send(places.alice, "PATCH", f"{PATH}/{made['id']}", {"value": CANARY}, seen=1)

    assert_described(response)
    assert (response.json()["source"], response.json()["version"]) == ("stored", 2)
    assert value_of(places, made["id"]) == CANARY


def test_a_new_value_takes_the_place_of_the_old_one_which_then_opens_nowhere(places: Places) -> None:
    made = create(places, "renewed")
    old = places.people.database.value("select sealed from agents_credential where id = %s", [made["id"]])

    send(places.alice, "PATCH", f"{PATH}/{made['id']}", {"value": "another-value-1"}, seen=1)

    assert value_of(places, made["id"]) == "another-value-1"
    places.people.database.rows("update agents_credential set sealed = %s where id = %s", [old, made["id"]])
    with pytest.raises(CannotOpen):
        value_of(places, made["id"])


@pytest.mark.requirement("promise P30")
def test_a_ciphertext_that_is_moved_to_another_row_does_not_open(places: Places) -> None:
    one, other = create(places, "row1"), create(places, "row2", value="another-value-2")

    places.people.database.rows(
        "update agents_credential set sealed = (select sealed from agents_credential where id = %s)"
        " where id = %s",
        [one["id"], other["id"]],
    )

    with pytest.raises(CannotOpen):
        value_of(places, other["id"])


def test_a_value_can_be_taken_away(places: Places) -> None:
    made = create(places, "gone")

    response = send(places.alice, "PATCH", f"{PATH}/{made['id']}", {"value": None}, seen=1)

    assert (response.json()["source"], response.json()["last_four"]) == ("missing", "")


def test_another_host_needs_the_value_for_it(places: Places) -> None:
    made = create(places, "walks")
    path = f"{PATH}/{made['id']}"
    before = hashes(places.people.database, *TABLES)

    refused = send(places.alice, "PATCH", path, {"host": "evil.example"}, seen=1)

    assert (refused.status_code, error_of(refused)["field"]) == (422, "value")
    assert hashes(places.people.database, *TABLES) == before
    moved = send(places.alice, "PATCH", path, {"host": "new.example", "value": "another-value-3"}, seen=1)
    assert moved.json()["host"] == "new.example"
    assert value_of(places, made["id"]) == "another-value-3"


def test_a_variable_of_the_environment_does_not_walk_to_another_host_either(places: Places) -> None:
    made = create(places, "env", value=None)
    places.people.database.rows(
        "update agents_credential set secret_variable = 'BATON_SECRET_SHOP' where id = %s", [made["id"]]
    )
    path = f"{PATH}/{made['id']}"
    assert places.alice.get(path).json()["source"] == "environment"

    refused = send(places.alice, "PATCH", path, {"host": "evil.example"}, seen=1)
    named = send(
        places.alice,
        "PATCH",
        path,
        {"host": "evil.example", "secret_variable": "BATON_SECRET_SHOP"},
        seen=1,
    )

    assert (code_of(refused), code_of(named)) == ((422, "missing_field"), (422, "missing_field"))


def test_nobody_names_a_variable_of_the_environment_unless_the_operator_opened_it(
    places: Places, settings: Any
) -> None:
    made = create(places, "wants env")
    path, wish = f"{PATH}/{made['id']}", {"secret_variable": "BATON_SECRET_SHOP"}

    closed = send(places.alice, "PATCH", path, wish, seen=1)
    new = send(places.alice, "POST", PATH, {"name": "env2", "host": "evil.example", **wish})
    settings.BATON = settings.BATON.model_copy(update={"baton_secrets_from_environment": True})
    both = send(places.alice, "PATCH", path, {**wish, "value": CANARY}, seen=1)
    other = send(places.alice, "PATCH", path, {"secret_variable": "PATH"}, seen=1)
    opened = send(places.alice, "PATCH", path, wish, seen=1)

    assert [code_of(each) for each in (closed, new)] == [(422, "secret_not_allowed")] * 2
    assert (both.status_code, code_of(other)) == (422, (422, "secret_not_allowed"))
    shown = opened.json()
    assert (shown["source"], shown["secret_variable"], shown["last_four"]) == (
        "environment",
        *wish.values(),
        "",
    )


def test_a_credential_is_renamed_unless_a_tool_calls_it_by_its_name(places: Places) -> None:
    made, used = create(places, "old name"), places.listed("credentials", "shop_key")

    renamed = send(places.alice, "PATCH", f"{PATH}/{made['id']}", {"name": "new name"}, seen=1)
    taken = send(places.alice, "PATCH", f"{PATH}/{made['id']}", {"name": "shop_key"}, seen=2)
    refused = send(places.alice, "PATCH", f"{PATH}/{used['id']}", {"name": "other"}, seen=used["version"])

    assert renamed.json()["name"] == "new name"
    assert (code_of(taken), code_of(refused)) == ((409, "already_exists"), (409, "in_use"))
    assert value_of(places, made["id"]) == CANARY


def test_a_host_that_a_connection_needs_cannot_be_taken_from_it(places: Places) -> None:
    model_key = places.listed("credentials", "model_key")

    refused = send(
        places.alice,
        "PATCH",
        f"{PATH}/{model_key['id']}",
        {"host": "elsewhere.example", "value": CANARY},
        seen=model_key["version"],
    )

    assert refused.status_code == 409
    used_by = error_of(refused)["details"]["used_by"]
    assert [(user["kind"], user["name"]) for user in used_by] == [("connection", "real")]


@pytest.mark.parametrize(
    ("name", "kind", "user"), [("shop_key", "tool", "refund"), ("model_key", "connection", "real")]
)
def test_what_is_used_is_not_deleted_and_says_by_what(
    places: Places, name: str, kind: str, user: str
) -> None:
    found = places.listed("credentials", name)
    before = hashes(places.people.database, *TABLES)

    refused = send(places.alice, "DELETE", f"{PATH}/{found['id']}", seen=found["version"])

    assert code_of(refused) == (409, "in_use")
    assert [(each["kind"], each["name"]) for each in error_of(refused)["details"]["used_by"]] == [
        (kind, user)
    ]
    assert found["used_by"] == error_of(refused)["details"]["used_by"]
    assert hashes(places.people.database, *TABLES) == before


def test_what_is_not_used_is_deleted(places: Places) -> None:
    spare = places.listed("credentials", "spare")

    response = send(places.alice, "DELETE", f"{PATH}/{spare['id']}", seen=spare["version"])

    assert (response.status_code, response.content) == (204, b"")
    assert code_of(places.alice.get(f"{PATH}/{spare['id']}")) == (404, "not_found")


@pytest.mark.requirement("promises 4.7")
@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_a_change_names_the_version_it_was_made_from(places: Places, method: str) -> None:
    made = create(places, f"versioned {method}")
    path, body = f"{PATH}/{made['id']}", {"header": "X-Key"} if method == "PATCH" else None

    unseen = send(places.alice, method, path, body)
    stale = send(places.alice, method, path, body, seen=7)

    assert code_of(unseen) == (428, "precondition_required")
    assert (code_of(stale), error_of(stale)["details"]["version"]) == ((412, "version_conflict"), 1)
    assert places.alice.get(path).json()["header"] == "Authorization"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": " mail "}, "name"),
        ({"name": "\u202eliam"}, "name"),
        ({"name": "ma\u200bil"}, "name"),
        ({"host": "https://mail.example"}, "host"),
        ({"host": "mail.example/path"}, "host"),
        ({"host": "2130706433"}, "host"),
        ({"header": "X Key"}, "header"),
        ({"header": "X-Key\r\nHost"}, "header"),
        ({"prefix": "Bearer\n"}, "prefix"),
        ({"value": "short"}, "value"),
        ({"value": " spaced-value"}, "value"),
        ({"value": "line\nbreak-value"}, "value"),
        ({"value": "ümlaut-value"}, "value"),
        ({"value": "x" * 4001}, "value"),
        ({"value": 12345678}, "value"),
    ],
)
def test_what_cannot_be_a_credential_is_refused_and_never_echoed(
    places: Places, body: dict[str, Any], field: str
) -> None:
    before = hashes(places.people.database, *TABLES)

    response = send(
        places.alice, "POST", PATH, {"name": "bad", "host": "mail.example", "value": CANARY, **body}
    )

    assert (response.status_code, error_of(response)["field"]) == (422, field)
    assert CANARY not in response.text
    assert str(body.get("value", "\0")) not in response.text
    assert hashes(places.people.database, *TABLES) == before


def test_a_name_is_given_once(places: Places) -> None:
    create(places, "twin")

    assert code_of(send(places.alice, "POST", PATH, {"name": "twin", "host": "mail.example"})) == (
        409,
        "already_exists",
    )


def test_a_request_that_is_sent_twice_makes_one_and_keeps_no_value(places: Places) -> None:
    body = {"name": "once", "host": "mail.example", "value": CANARY}

    first, again = (send(places.alice, "POST", PATH, body, Idempotency_Key="once-1") for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    kept = places.people.database.rows("select * from api_idempotencykey where key = 'once-1'")
    assert CANARY not in str(kept)


def test_without_a_kek_a_value_is_refused_with_what_to_do(places: Places, settings: Any) -> None:
    settings.BATON_KEY_RING = NO_KEYS
    before = hashes(places.people.database, *TABLES)

    response = send(places.alice, "POST", PATH, {"name": "no kek", "host": "mail.example", "value": CANARY})

    assert code_of(response) == (503, "secrets_unavailable")
    assert "BATON_KEKS" in error_of(response)["message"]
    assert hashes(places.people.database, *TABLES) == before


def test_who_may_not_manage_secrets_reads_and_changes_nothing(places: Places) -> None:
    made = create(places, "guarded")
    path = f"{PATH}/{made['id']}"
    reader = places.people.with_key(places.people.alice, ["tools:read", "tools:edit", "agents:edit"])
    before = hashes(places.people.database, *TABLES)

    assert reader.get(path).status_code == 200
    refused = [
        send(reader, "POST", PATH, {"name": "x", "host": "mail.example"}),
        send(reader, "PATCH", path, {"value": CANARY}, seen=1),
        send(reader, "DELETE", path, seen=1),
        places.people.with_key(places.people.alice, ["runs:read"]).get(path),
    ]

    assert [code_of(each) for each in refused] == [(403, "insufficient_scope")] * 4
    assert hashes(places.people.database, *TABLES) == before


@pytest.mark.requirement("promise P24")
def test_another_organization_hears_the_same_as_of_nothing(places: Places) -> None:
    made = create(places, "foreign")
    before = hashes(places.people.database, *TABLES)
    for method, body in (("GET", None), ("PATCH", {"value": CANARY}), ("DELETE", None)):
        foreign, missing = (
            send(places.charlie, method, f"{PATH}/{which}", body, seen=1) for which in (made["id"], new_id())
        )
        assert foreign.status_code == missing.status_code == 404
        assert error_of(foreign) == error_of(missing)

    assert places.charlie.get(PATH).json()["items"] == []
    assert hashes(places.people.database, *TABLES) == before


def test_a_list_takes_the_same_statements_however_many_there_are(places: Places) -> None:
    few = queries_of(lambda: places.alice.get(PATH))
    for n in range(3):
        create(places, f"many {n}")

    assert queries_of(lambda: places.alice.get(PATH)) == few <= 5


def test_the_audit_log_tells_what_was_done_and_no_value(places: Places) -> None:
    made = create(places, "audited")
    send(places.alice, "PATCH", f"{PATH}/{made['id']}", {"value": "another-value-4"}, seen=1)
    send(places.alice, "DELETE", f"{PATH}/{made['id']}", seen=2)

    rows = places.people.database.rows(
        "select action, detail from audit_auditentry where object_id = %s order by id", [made["id"]]
    )

    assert [row["action"] for row in rows] == ["credentials:create", "credentials:edit", "credentials:delete"]
    assert CANARY not in str(rows)
    assert "another-value-4" not in str(rows)
    assert rows[1]["detail"]["changed"] == ["sealed"]
