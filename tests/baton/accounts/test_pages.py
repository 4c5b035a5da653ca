"""The plain pages: what a person sees of their project, and that others see nothing."""

import pytest
from django.test import Client
from people import People


def test_a_stranger_is_sent_to_sign_in_and_back(people: People) -> None:
    answers = [Client().get("/"), Client().get("/o/north/p/support/?x=1")]

    assert [answer["Location"] for answer in answers] == [
        "/sign-in/",
        "/sign-in/?next=/o/north/p/support/%3Fx%3D1",
    ]


def test_the_only_project_is_opened_at_once_and_several_are_offered(people: People) -> None:
    alice = people.signed_in(people.alice)

    one = alice.get("/")
    people.add_project(people.north, "returns")
    several = alice.get("/")

    assert one["Location"] == "/o/north/p/support/"
    assert several.status_code == 200
    assert b"/o/north/p/returns/" in several.content


@pytest.mark.requirement("promise P24")
def test_an_outsider_gets_the_page_of_a_missing_project(people: People) -> None:
    charlie = people.signed_in(people.charlie)

    foreign, missing = charlie.get("/o/north/p/support/"), charlie.get("/o/nowhere/p/support/")

    assert foreign.status_code == missing.status_code == 404
    assert foreign.content.replace(foreign["X-Request-ID"].encode(), b"") == missing.content.replace(
        missing["X-Request-ID"].encode(), b""
    )


def test_a_suspended_organization_shows_nothing(people: People) -> None:
    alice = people.signed_in(people.alice)
    people.database.rows("update tenancy_organization set suspended_at = now()")

    assert alice.get("/o/north/p/support/").status_code == 403


def test_an_empty_project_says_how_to_begin(people: People) -> None:
    page = people.signed_in(people.vera).get("/o/north/p/support/")

    assert b"baton run" in page.content
    assert b"Nothing waits for a person" in page.content
