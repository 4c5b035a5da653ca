"""Two organizations with people, passwords and API keys, for tests that speak HTTP.

Alice owns North, Bob operates there, Rita reviews, Vera views; Charlie owns South and is outside of North.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from database import TestDatabase
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.test import Client

from baton.core.ids import new_id
from baton.tenancy.actor import Actor, member
from baton.tenancy.keys import make_key
from baton.tenancy.roles import SCOPES, Role

PASSWORD = "a-good-long-passphrase"


@dataclass(frozen=True)
class Place:
    """An organization with one project."""

    organization_id: UUID
    project_id: UUID
    slug: str


@dataclass(frozen=True)
class Person:
    id: UUID
    email: str
    name: str
    place: Place
    role: Role

    @property
    def actor(self) -> Actor:
        return member(
            user_id=self.id,
            name=self.name,
            organization_id=self.place.organization_id,
            project_id=self.place.project_id,
            role=self.role,
        )


@dataclass
class People:
    """Arranged as the owner of the database, so that nothing under test makes them."""

    database: TestDatabase
    north: Place = field(init=False)
    south: Place = field(init=False)
    alice: Person = field(init=False)
    bob: Person = field(init=False)
    rita: Person = field(init=False)
    vera: Person = field(init=False)
    charlie: Person = field(init=False)

    def arrange(self) -> "People":
        self.north, self.south = self.add_place("north"), self.add_place("south")
        self.alice = self.add_person("Alice", self.north, Role.OWNER)
        self.bob = self.add_person("Bob", self.north, Role.OPERATOR)
        self.rita = self.add_person("Rita", self.north, Role.REVIEWER)
        self.vera = self.add_person("Vera", self.north, Role.VIEWER)
        self.charlie = self.add_person("Charlie", self.south, Role.OWNER)
        return self

    def add_place(self, slug: str) -> Place:
        place = Place(new_id(), new_id(), slug)
        self.database.rows(
            "insert into tenancy_organization (id, name, slug, time_zone, max_running)"
            " values (%s, %s, %s, 'UTC', 200)",
            [place.organization_id, slug.title(), slug],
        )
        self.add_project(place, "support", place.project_id)
        return place

    def add_project(self, place: Place, slug: str, project_id: UUID | None = None) -> UUID:
        identifier = project_id or new_id()
        self.database.rows(
            "insert into tenancy_project (id, organization_id, name, slug) values (%s, %s, %s, %s)",
            [identifier, place.organization_id, slug.title(), slug],
        )
        return identifier

    def add_person(self, name: str, place: Place, role: Role) -> Person:
        person = Person(new_id(), f"{name.lower()}@{place.slug}.example", name, place, role)
        self.database.rows(
            "insert into accounts_user"
            " (id, email, name, password, is_active, is_staff, is_superuser, date_joined)"
            " values (%s, %s, %s, %s, true, false, false, now())",
            [person.id, person.email, name, make_password(PASSWORD)],
        )
        self.database.rows(
            "insert into tenancy_membership (id, organization_id, user_id, role) values (%s, %s, %s, %s)",
            [new_id(), place.organization_id, person.id, role.value],
        )
        return person

    def add_staff(self) -> Person:
        """Sam, who is of the staff and a member of nothing."""
        person = Person(new_id(), "sam@staff.example", "Sam", self.north, Role.VIEWER)
        self.database.rows(
            "insert into accounts_user"
            " (id, email, name, password, is_active, is_staff, is_superuser, date_joined)"
            " values (%s, %s, %s, %s, true, true, false, now())",
            [person.id, person.email, person.name, make_password(PASSWORD)],
        )
        return person

    def key(self, person: Person, scopes: Collection[str] = SCOPES) -> str:
        """The text of a new key that this person made for their project."""
        text, parts = make_key("test")
        self.database.rows(
            "insert into tenancy_apikey (id, organization_id, project_id, name, key_id, secret_hash, scopes,"
            " created_by_id) values (%s, %s, %s, %s, %s, %s, %s, %s)",
            [
                new_id(),
                person.place.organization_id,
                person.place.project_id,
                f"key {parts.key_id}",
                parts.key_id,
                parts.secret_hash,
                list(scopes),
                person.id,
            ],
        )
        return text

    def with_key(self, person: Person, scopes: Collection[str] = SCOPES) -> Client:
        """An HTTP client that sends a new key of this person."""
        return Client(
            raise_request_exception=False, headers={"Authorization": f"Bearer {self.key(person, scopes)}"}
        )

    def signed_in(self, person: Person) -> Client:
        """A browser in which this person is signed in; its unsafe requests carry the CSRF token."""
        client = Client(
            raise_request_exception=False,
            enforce_csrf_checks=True,
            headers={"Baton-Project": str(person.place.project_id), "Host": "localhost"},
        )
        page = client.get("/sign-in/")
        token = page.context["csrf_token"]
        sent = {"email": person.email, "password": PASSWORD, "csrfmiddlewaretoken": str(token)}
        assert client.post("/sign-in/", sent).status_code == 302
        client.defaults["HTTP_X_CSRFTOKEN"] = client.cookies[settings.CSRF_COOKIE_NAME].value
        return client


def hashes(database: TestDatabase, *tables: str) -> dict[str, Any]:
    """A digest of whole tables: equal before and after means that nothing was changed."""
    return {
        table: database.value(
            f"select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from {table} t"
        )
        for table in tables
    }
