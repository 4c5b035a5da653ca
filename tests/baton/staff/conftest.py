"""The staff's pages over the people of all tests, and Sam, who is of the staff and of no organization."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster
from django.db import connections
from django.test import Client
from people import People, Person

from baton.live import sending
from baton.live.bus import Message
from baton.tenancy.roles import Role


@pytest.fixture(scope="module")
def unchanged(cluster: Cluster, django_db_blocker: Any) -> Iterator[People]:
    """The people of tests that change nothing, all on one database."""
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            people = People(database).arrange()
            people.add_staff()
            yield people
            connections.close_all()


@pytest.fixture
def sam(people: People) -> Person:
    """The one who is there, or new."""
    known = people.database.value("select id from accounts_user where is_staff")
    return (
        Person(known, "sam@staff.example", "Sam", people.north, Role.VIEWER) if known else people.add_staff()
    )


@pytest.fixture
def staff(people: People, sam: Person) -> Client:
    """A browser in which Sam has just signed in."""
    return people.signed_in(sam)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """What is handed to the bus."""
    heard: list[Message] = []

    @dataclass
    class Ear:
        def publish(self, message: Message) -> None:
            heard.append(message)

    monkeypatch.setattr(sending, "the_publisher", Ear)
    return heard


@pytest.fixture
def submit(staff: Client) -> Callable[..., Any]:
    """Send the form of a page as it is, but for these fields."""

    def send(path: str, **changes: Any) -> Any:
        page = staff.get(path)
        assert page.status_code == 200, page.content
        form = page.context["adminform"].form
        fields = {name: form[name].value() for name in form.fields}
        for formset in page.context["inline_admin_formsets"]:
            for each in [formset.formset.management_form, *formset.formset.forms]:
                fields |= {each.add_prefix(name): each[name].value() for name in each.fields}
        fields |= changes
        sent = {name: value for name, value in fields.items() if value not in (None, False)}
        token = str(page.context["csrf_token"])
        return staff.post(path, {**sent, "csrfmiddlewaretoken": token})

    return send
