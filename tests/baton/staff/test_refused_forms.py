"""Forms of the staff that are refused, with a sentence beside the field, and have changed nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from people import People, Person, hashes

from baton.accounts.models import User
from baton.core.errors import Unprocessable
from baton.staff.seen import CHANGED

LIST, PEOPLE = "/staff/tenancy/organization/", "/staff/accounts/user/"
TABLES = (
    "tenancy_organization",
    "tenancy_project",
    "tenancy_membership",
    "accounts_user",
    "audit_auditentry",
)
NEW = {
    "name": "Sam Lee",
    "is_active": "on",
    "password1": "a-fine-long-passphrase",
    "password2": "a-fine-long-passphrase",
}


@pytest.fixture(scope="module")
def people(unchanged: People) -> People:
    return unchanged


def errors_of(answer: Any) -> dict[str, list[str]]:
    assert answer.status_code == 200
    return {name: list(each) for name, each in answer.context["adminform"].form.errors.items()}


def page_of(person: Person) -> str:
    return f"{PEOPLE}{person.id}/change/"


def sign_in_status(email: str) -> int:
    client = Client(headers={"Host": "localhost"})
    token = str(client.get("/sign-in/").context["csrf_token"])
    sent = {"email": email, "password": "a-fine-long-passphrase", "csrfmiddlewaretoken": token}
    return client.post("/sign-in/", sent).status_code


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "East\u0000"}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"slug": "north"}, "slug"),
        ({"slug": "a/b"}, "slug"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"max_running": "0"}, "max_running"),
        ({"max_queued": "0"}, "max_queued"),
        ({"requests_per_second": "-1"}, "requests_per_second"),
        ({"owner": "nobody@north.example"}, "owner"),
        ({"owner": "İ@north.example"}, "owner"),
        ({"project": ""}, "project"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_opened(
    people: People, submit: Callable[..., Any], changes: dict[str, str], field: str
) -> None:
    before = hashes(people.database, *TABLES)

    answer = submit(f"{LIST}add/", **{"name": "East", **changes})

    assert field in errors_of(answer)
    assert hashes(people.database, *TABLES) == before


def test_nothing_can_be_deleted(people: People, staff: Client, sam: Person) -> None:
    before = hashes(people.database, *TABLES)
    place = f"{LIST}{people.north.organization_id}/delete/"
    token = staff.cookies[next(name for name in staff.cookies if "csrf" in name)].value

    answers = [
        staff.post(path, {"post": "yes", "csrfmiddlewaretoken": token})
        for path in (place, f"/staff/accounts/user/{people.bob.id}/delete/")
    ]

    assert {answer.status_code for answer in answers} == {403}
    assert hashes(people.database, *TABLES) == before


def test_an_organization_that_is_not_there_is_no_failure(staff: Client) -> None:
    assert staff.get(f"{LIST}not-an-id/change/").status_code in (302, 404)
    assert staff.get(f"{LIST}00000000-0000-7000-8000-000000000000/change/").status_code in (302, 404)
    assert staff.get(LIST, {"q": "\x00", "state": "x", "o": "9", "p": "z", "foo": "1"}).status_code in (
        200,
        302,
    )


@pytest.mark.requirement("case A10")
def test_an_address_that_changes_length_when_it_is_lowered_is_refused_clearly(
    people: People, submit: Callable[..., Any]
) -> None:
    before = hashes(people.database, *TABLES)

    for address in ("İ@example.com", "ſam@example.com", "\u212aim@example.com", "sam@exämple.com"):
        refused = submit(f"{PEOPLE}add/", email=address, **NEW)
        assert "email" in errors_of(refused), address
        assert sign_in_status(address) == 422, address
        with pytest.raises(Unprocessable):
            User.objects.create_user(address, "x")

    assert hashes(people.database, *TABLES) == before


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"email": "no address"}, "email"),
        ({"email": ""}, "email"),
        ({"name": ""}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"password1": "short", "password2": "short"}, "password1"),
        ({"password1": "password1234", "password2": "password1234"}, "password1"),
        ({"password1": "", "password2": ""}, "password1"),
        ({"password2": "another-long-passphrase"}, "password2"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    people: People, submit: Callable[..., Any], changes: dict[str, str], field: str
) -> None:
    before = hashes(people.database, *TABLES)

    answer = submit(f"{PEOPLE}add/", **{"email": "lee@north.example", **NEW, **changes})

    assert field in errors_of(answer)
    assert NEW["password1"] not in answer.content.decode()
    assert hashes(people.database, *TABLES) == before


def test_nobody_locks_themselves_out(people: People, submit: Callable[..., Any], sam: Person) -> None:
    before = hashes(people.database, *TABLES)

    refused = [submit(page_of(sam), **{name: False}) for name in ("is_active", "is_staff")]

    assert [set(errors_of(each)) for each in refused] == [{"is_active"}, {"is_staff"}]
    assert hashes(people.database, *TABLES) == before


def test_a_page_of_a_person_says_where_they_are_a_member(people: People, staff: Client) -> None:
    page = staff.get(page_of(people.bob)).content.decode()

    assert "North (operator)" in page


def test_people_are_found_by_address_or_name(people: People, staff: Client) -> None:
    page = staff.get("/staff/accounts/user/", {"q": "charl"}).content.decode()

    assert people.charlie.email in page
    assert people.bob.email not in page


@pytest.mark.parametrize(
    ("table", "column", "path"),
    [
        ("tenancy_organization", "suspended_at = now()", LIST),
        ("tenancy_organization", "paused_at = now()", LIST),
        ("tenancy_organization", "max_running = 7", LIST),
        ("accounts_user", "is_active = false", PEOPLE),
    ],
)
def test_a_page_from_before_a_colleagues_change_overwrites_nothing(
    people: People, staff: Client, table: str, column: str, path: str
) -> None:
    whose = people.north.organization_id if path == LIST else people.vera.id
    page = staff.get(f"{path}{whose}/change/")
    form = page.context["adminform"].form
    fields = {name: form[name].value() for name in form.fields}
    for each in page.context["inline_admin_formsets"]:
        management = each.formset.management_form
        fields |= {management.add_prefix(name): management[name].value() for name in management.fields}
        for row in each.formset.forms:
            fields |= {row.add_prefix(name): row[name].value() for name in row.fields}
    sent = {name: value for name, value in fields.items() if value not in (None, False)}
    token = str(page.context["csrf_token"])
    before = people.database.rows(f"select * from {table} where id = %s", [whose])
    people.database.rows(f"update {table} set {column} where id = %s", [whose])
    changed = hashes(people.database, *TABLES)
    try:
        answer = staff.post(
            f"{path}{whose}/change/", {**sent, "name": "New Name", "csrfmiddlewaretoken": token}
        )

        assert errors_of(answer) == {"__all__": [CHANGED]}
        assert hashes(people.database, *TABLES) == changed
    finally:
        name = column.split(" ")[0]
        people.database.rows(f"update {table} set {name} = %s where id = %s", [before[0][name], whose])


def test_a_person_who_is_named_twice_becomes_no_member(people: People, submit: Callable[..., Any]) -> None:
    page = f"{LIST}{people.north.organization_id}/change/"
    count = people.database.value(
        "select count(*) from tenancy_membership where organization_id = %s", [people.north.organization_id]
    )
    before = hashes(people.database, *TABLES)
    new = {"membership_set-TOTAL_FORMS": count + 2}
    for place, email in ((count, people.charlie.email), (count + 1, people.charlie.email.upper())):
        new |= {f"membership_set-{place}-email": email, f"membership_set-{place}-role": "viewer"}

    answer = submit(page, **new)

    assert answer.status_code == 200
    assert "They are in the list already." in answer.content.decode()
    assert hashes(people.database, *TABLES) == before
