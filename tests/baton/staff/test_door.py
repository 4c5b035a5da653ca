"""Who gets in: the staff, freshly signed in. For everybody else there is nothing, byte for byte."""

import re

import pytest
from django.conf import settings
from django.test import Client
from people import PASSWORD, People, Person

from baton.accounts.lifetime import BEGUN

PLACES = [
    "/staff",
    "/staff/",
    "/staff/login/",
    "/staff/logout/",
    "/staff/password_change/",
    "/staff/jsi18n/",
    "/staff/tenancy/organization",
    "/staff/tenancy/organization/",
    "/staff/tenancy/organization/add/",
    "/staff/accounts/user/",
    "/staff/accounts/user/some-id/",
    "/staff/accounts/user/some-id/history/",
    "/staff/accounts/",
    "/staff/nothing",
]


@pytest.fixture(scope="module")
def people(unchanged: People) -> People:
    return unchanged


def plain(answer: object) -> str:
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", answer.content.decode())  # type: ignore[attr-defined]


@pytest.mark.parametrize("place", PLACES)
def test_a_stranger_and_a_member_meet_nothing_at_all(people: People, place: str) -> None:
    for client in (Client(enforce_csrf_checks=True), people.signed_in(people.alice)):
        nothing = client.get("/nothing-at-all/")

        without_token = client.post(place, {"name": "x"}, headers={"X-CSRFToken": "x"})
        for answer in (client.get(place), client.put(place), without_token):
            assert answer.status_code == nothing.status_code == 404
            assert plain(answer) == plain(nothing)
            assert "staff" not in str(answer.headers).lower()


def test_the_staff_come_in_and_meet_only_what_is_served(staff: Client) -> None:
    assert staff.get("/staff/").status_code == 200
    assert staff.get("/staff").headers["Location"] == "/staff/"
    for place in ("login", "logout", "password_change", "autocomplete", "r/1/2"):
        assert staff.get(f"/staff/{place}/").status_code == 404


def test_half_an_hour_after_signing_in_it_is_asked_for_again(staff: Client, sam: Person) -> None:
    session = staff.session
    session[BEGUN] -= 1801
    session.save()

    away = staff.get("/staff/accounts/user/?q=x")
    assert away.headers["Location"] == "/sign-in/?next=%2Fstaff%2Faccounts%2Fuser%2F%3Fq%3Dx&again=1"
    page = staff.get(away.headers["Location"])
    sent = {"email": sam.email, "csrfmiddlewaretoken": str(page.context["csrf_token"])}
    sent |= {"next": page.context["next"], "again": "1"}
    wrong = staff.post("/sign-in/", {**sent, "password": "wrong"})
    right = staff.post("/sign-in/", {**sent, "password": PASSWORD})

    assert b"Sign in once more" in page.content
    assert wrong.status_code == 422
    assert right.headers["Location"] == "/staff/accounts/user/?q=x"
    assert staff.get(right.headers["Location"]).status_code == 200


@pytest.mark.parametrize("column", ["is_staff", "is_active"])
def test_who_is_no_longer_of_the_staff_is_out_with_the_next_request(
    people: People, staff: Client, sam: Person, column: str
) -> None:
    assert staff.get("/staff/").status_code == 200

    people.database.rows(f"update accounts_user set {column} = false where id = %s", [sam.id])
    away = staff.get("/staff/")
    people.database.rows(f"update accounts_user set {column} = true where id = %s", [sam.id])

    assert away.status_code == 404
    assert staff.get("/staff/").status_code == 200


def test_without_an_address_for_the_staff_there_are_no_pages(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "DATABASES", {"default": settings.DATABASES["default"]})

    assert staff.get("/staff/").status_code == 404


def test_a_form_without_its_token_is_refused(staff: Client) -> None:
    answer = staff.post("/staff/accounts/user/add/", {"email": "x@y.example"}, headers={"X-CSRFToken": "x"})

    assert answer.status_code == 403


def test_being_of_the_staff_opens_nothing_of_a_tenant(staff: Client, people: People) -> None:
    assert staff.get("/o/north/p/support/runs").status_code == 404
    assert (
        staff.get("/api/v1/runs", headers={"Baton-Project": str(people.north.project_id)}).status_code == 404
    )


def test_a_page_may_be_framed_by_nobody_and_runs_nothing_foreign(staff: Client) -> None:
    answer = staff.get("/staff/")

    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "no-store" in answer.headers["Cache-Control"]
