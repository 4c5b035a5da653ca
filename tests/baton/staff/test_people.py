"""People as the staff keep them: one account per mailbox, no password shown, suspended at once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from people import PASSWORD, People, Person

from baton.live.bus import Message, Revoked

ADD = "/staff/accounts/user/add/"
RUNS = "/api/v1/runs"
NEW = {
    "name": "Sam Lee",
    "is_active": "on",
    "password1": "a-fine-long-passphrase",
    "password2": "a-fine-long-passphrase",
}


def page_of(person: Person) -> str:
    return f"/staff/accounts/user/{person.id}/change/"


def errors_of(answer: Any) -> dict[str, list[str]]:
    assert answer.status_code == 200
    return {name: list(each) for name, each in answer.context["adminform"].form.errors.items()}


def signs_in(email: str, password: str) -> int:
    client = Client(headers={"Host": "localhost"})
    token = str(client.get("/sign-in/").context["csrf_token"])
    sent = {"email": email, "password": password, "csrfmiddlewaretoken": token}
    return client.post("/sign-in/", sent).status_code


@pytest.mark.requirement("case A04")
def test_one_mailbox_is_one_account_however_it_is_written(people: People, submit: Callable[..., Any]) -> None:
    first = submit(ADD, email="Sam.Lee@North.example", **NEW)
    second = submit(ADD, email="sam.lee@north.EXAMPLE", **NEW)

    assert first.status_code == 302
    assert errors_of(second) == {"email": ["There is an account with this address."]}
    assert (
        people.database.value("select count(*) from accounts_user where email = 'sam.lee@north.example'") == 1
    )
    for written in ("sam.lee@north.example", "SAM.LEE@NORTH.EXAMPLE"):
        assert signs_in(written, NEW["password1"]) == 302


@pytest.mark.requirement("promises 7.20")
def test_a_suspended_person_is_shut_out_by_key_and_session_at_once(
    people: People, submit: Callable[..., Any], said: list[Message]
) -> None:
    key, browser = people.with_key(people.bob), people.signed_in(people.bob)

    done = submit(page_of(people.bob), is_active=False)

    assert done.status_code == 302
    answer = key.get(RUNS)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "account_suspended")
    assert browser.get(RUNS).status_code == 401
    assert signs_in(people.bob.email, PASSWORD) == 422
    assert said == [Revoked(user=str(people.bob.id))]
    entry = people.database.rows(
        "select organization_id, actor_kind, actor_name, action, object_id, detail from audit_auditentry"
    )
    assert entry == [
        {
            "organization_id": people.north.organization_id,
            "actor_kind": "staff",
            "actor_name": "Sam",
            "action": "users:edit",
            "object_id": str(people.bob.id),
            "detail": {"email": people.bob.email, "is_active": False},
        }
    ]


def test_a_password_is_given_and_never_shown(
    people: People, staff: Client, submit: Callable[..., Any], said: list[Message]
) -> None:
    browser = people.signed_in(people.bob)
    page = staff.get(page_of(people.bob)).content.decode()

    submit(page_of(people.bob), password1="another-long-passphrase", password2="another-long-passphrase")

    stored = people.database.value("select password from accounts_user where id = %s", [people.bob.id])
    assert stored not in page
    assert "md5$" not in page
    assert browser.get(RUNS).status_code == 401
    assert signs_in(people.bob.email, "another-long-passphrase") == 302
    assert said == [Revoked(user=str(people.bob.id))]
    written = people.database.value(
        "select string_agg(detail::text, '') || (select string_agg(change_message, '') from django_admin_log)"
        " from audit_auditentry"
    )
    assert "passphrase" not in written


def test_a_form_that_is_sent_as_it_was_keeps_the_password(people: People, submit: Callable[..., Any]) -> None:
    submit(page_of(people.bob), name="Robert")

    assert signs_in(people.bob.email, PASSWORD) == 302
