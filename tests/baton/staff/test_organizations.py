"""Organizations as the staff keep them: opened with a usable slug, given quotas, suspended at once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from people import People

from baton.live.bus import Message, Revoked

ADD = "/staff/tenancy/organization/add/"
LIST = "/staff/tenancy/organization/"
RUNS = "/api/v1/runs"


def page_of(people: People, slug: str = "north") -> str:
    found = people.database.value("select id from tenancy_organization where slug = %s", [slug])
    return f"{LIST}{found}/change/"


def notes(people: People) -> list[dict[str, Any]]:
    return people.database.rows(
        "select o.slug, actor_kind, actor_name, action, object_kind, detail from audit_auditentry a"
        " join tenancy_organization o on o.id = a.organization_id order by a.id"
    )


def errors_of(answer: Any) -> dict[str, list[str]]:
    assert answer.status_code == 200
    return {name: list(each) for name, each in answer.context["adminform"].form.errors.items()}


@pytest.mark.requirement("case A05")
@pytest.mark.requirement("case A11")
@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("Müller & Söhne", ["muller-sohne", "muller-sohne-2"]),
        ("東京", ["org-f7000ac6", "org-f7000ac6-2"]),
        ("🙂", ["org-6a6ff1ce", "org-6a6ff1ce-2"]),
        ("North", ["north-2", "north-3"]),
        ("x" * 120, ["x" * 60, "x" * 58 + "-2"]),
    ],
)
def test_any_name_becomes_a_slug_of_its_own(
    people: People, submit: Callable[..., Any], name: str, slugs: list[str]
) -> None:
    for _ in slugs:
        assert submit(ADD, name=name).status_code == 302

    found = people.database.rows(
        "select slug from tenancy_organization where name = %s and slug <> 'north' order by id", [name]
    )
    assert all(row["slug"] for row in found)
    assert len({row["slug"] for row in found}) == 2
    if name.isascii() or "ü" in name:
        assert [row["slug"] for row in found] == slugs
    else:
        assert all(row["slug"].startswith("org-") for row in found)


def test_an_opened_organization_works_at_once_for_its_owner(
    people: People, submit: Callable[..., Any]
) -> None:
    done = submit(
        ADD, name="East", owner="ALICE@north.example", project="Help desk", time_zone="Europe/Berlin"
    )

    assert done.status_code == 302
    alice = people.signed_in(people.alice)
    assert alice.get("/o/east/p/help-desk/").headers["Location"] == "/o/east/p/help-desk/runs"
    assert notes(people)[-1] == {
        "slug": "east",
        "actor_kind": "staff",
        "actor_name": "Sam",
        "action": "organizations:open",
        "object_kind": "organization",
        "detail": {"name": "East", "slug": "east", "owner": "alice@north.example"},
    }


@pytest.mark.requirement("promises 7.78")
def test_quotas_are_given_and_hold_from_the_next_request_on(
    people: People, submit: Callable[..., Any], said: list[Message]
) -> None:
    done = submit(
        page_of(people), max_running=7, max_queued=9, requests_per_second=11, requests_per_second_each=5
    )

    assert done.status_code == 302
    row = people.database.rows(
        "select max_running, max_queued, requests_per_second, requests_per_second_each from tenancy_organization"
        " where slug = 'north'"
    )
    assert list(row[0].values()) == [7, 9, 11, 5]
    assert notes(people)[-1]["detail"] == {
        "max_running": 7, "max_queued": 9, "requests_per_second": 11, "requests_per_second_each": 5,
    }  # fmt: skip
    assert said == []


@pytest.mark.requirement("promises 7.20")
def test_a_suspended_organization_is_shut_for_keys_and_people_at_once(
    people: People, submit: Callable[..., Any], said: list[Message]
) -> None:
    key, person, other = (
        people.with_key(people.bob),
        people.signed_in(people.bob),
        people.with_key(people.charlie),
    )

    submit(page_of(people), suspended="on")

    for client in (key, person):
        answer = client.get(RUNS)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "account_suspended")
    assert other.get(RUNS).status_code == 200
    assert said == [Revoked(organization=str(people.north.organization_id))]
    submit(page_of(people), suspended=False)
    assert key.get(RUNS).status_code == person.get(RUNS).status_code == 200
    assert [(note["action"], note["detail"]) for note in notes(people)] == [
        ("organizations:edit", {"suspended": True}),
        ("organizations:edit", {"suspended": False}),
    ]


def test_pausing_keeps_the_instant_at_which_it_began(people: People, submit: Callable[..., Any]) -> None:
    submit(page_of(people), paused="on")
    began = people.database.value("select paused_at from tenancy_organization where slug = 'north'")

    submit(page_of(people), name="North Ltd")

    assert began is not None
    assert people.database.value("select paused_at from tenancy_organization where slug = 'north'") == began


@pytest.mark.requirement("case A03")
def test_a_member_who_is_removed_loses_their_keys_and_what_is_open(
    people: People, submit: Callable[..., Any], said: list[Message]
) -> None:
    key = people.with_key(people.bob)
    rows = people.database.rows(
        "select u.email from tenancy_membership m join accounts_user u on u.id = m.user_id"
        " where organization_id = %s order by u.email",
        [people.north.organization_id],
    )
    place = [row["email"] for row in rows].index(people.bob.email)

    done = submit(page_of(people), **{f"membership_set-{place}-DELETE": "on"})

    assert done.status_code == 302
    answer = key.get(RUNS)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "account_suspended")
    assert said == [Revoked(user=str(people.bob.id))]
    assert notes(people)[-1]["action"] == "members:remove"
    assert notes(people)[-1]["detail"] == {"email": people.bob.email, "role": "operator"}


def test_a_member_is_added_by_address_with_a_role(
    people: People, submit: Callable[..., Any], said: list[Message]
) -> None:
    new = {
        "membership_set-TOTAL_FORMS": 5,
        "membership_set-4-email": "Charlie@South.example",
        "membership_set-4-role": "viewer",
    }

    done = submit(page_of(people), **new)
    twice = submit(page_of(people), **{**new, "membership_set-TOTAL_FORMS": 6, "membership_set-5-email": "Charlie@South.example", "membership_set-5-role": "viewer"})  # fmt: skip

    assert done.status_code == 302
    assert twice.status_code == 200
    role = people.database.value(
        "select role from tenancy_membership where organization_id = %s and user_id = %s",
        [people.north.organization_id, people.charlie.id],
    )
    assert role == "viewer"
    assert said == [Revoked(user=str(people.charlie.id))]


def test_the_list_says_state_and_quotas_and_finds_by_name(people: People, staff: Client) -> None:
    people.database.rows(
        "update tenancy_organization set max_queued = 5, suspended_at = now() where slug = 'south'"
    )

    page = staff.get(LIST).content.decode()
    found = staff.get(LIST, {"q": "nort"}).content.decode()
    suspended = staff.get(LIST, {"state": "suspended"}).content.decode()

    assert "10,000 (usual)" in page
    assert ">Suspended<" in page
    assert ">North<" in found
    assert ">South<" not in found
    assert ">South<" in suspended
    assert ">North<" not in suspended


def test_the_history_tells_who_did_it(people: People, staff: Client, submit: Callable[..., Any]) -> None:
    submit(page_of(people), name="North Ltd")

    history = staff.get(page_of(people).replace("change", "history")).content.decode()

    assert "Changed Name." in history
    assert "sam@staff.example" in history
