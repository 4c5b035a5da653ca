"""What the staff's role of the database reaches: organizations and people, and nothing that a tenant made."""

from collections.abc import Iterator

import psycopg
import pytest
from database import Cluster, TestDatabase
from people import People

from baton.core.ids import new_id

pytestmark = pytest.mark.requirement("promise P25")


@pytest.fixture(scope="module")
def place(cluster: Cluster) -> Iterator[People]:
    with cluster.copy() as database:
        yield People(database).arrange()


@pytest.fixture(scope="module")
def catalogue(place: People) -> TestDatabase:
    return place.database


def test_the_staff_reach_these_tables_and_no_other(catalogue: TestDatabase) -> None:
    rows = catalogue.rows(
        "select c.relname as name, array(select p from unnest(array['select', 'insert', 'update', 'delete']) p"
        "   where has_table_privilege('baton_staff', c.oid, p)"
        "   or (p <> 'delete' and has_any_column_privilege('baton_staff', c.oid, p))) as held"
        " from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace"
    )

    assert {row["name"]: row["held"] for row in rows if row["held"]} == {
        "accounts_user": ["select", "insert", "update"],
        "audit_auditentry": ["insert"],
        "django_admin_log": ["select", "insert"],
        "django_content_type": ["select"],
        "django_migrations": ["select"],
        "tenancy_membership": ["select", "insert", "update", "delete"],
        "tenancy_organization": ["select", "insert", "update"],
        "tenancy_project": ["insert"],
    }


def test_the_staff_call_no_function_of_the_kernel(catalogue: TestDatabase) -> None:
    assert not catalogue.value(
        "select exists (select from pg_proc p where p.pronamespace = 'kernel'::regnamespace"
        " and has_function_privilege('baton_staff', p.oid, 'execute'))"
    )


def test_the_staff_see_every_organization_and_none_of_its_projects(place: People) -> None:
    rows = place.database.rows

    assert {row["slug"] for row in rows("select slug from tenancy_organization", role="staff")} == {
        "north",
        "south",
    }
    assert len(rows("select user_id from tenancy_membership", role="staff")) == 5
    for table in ("tenancy_project", "tenancy_apikey", "agents_agent", "orchestration_run", "django_session"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            rows(f"select * from {table}", role="staff")


def test_the_staff_write_into_the_audit_log_in_no_other_name(place: People) -> None:
    def write(kind: str) -> None:
        place.database.rows(
            "insert into audit_auditentry (id, organization_id, actor_kind, actor_name, action, object_kind,"
            " object_id, detail, request_id) values (%s, %s, %s, 'x', 'organizations:edit', 'organization', 'o',"
            " '{}', '')",
            [new_id(), place.north.organization_id, kind],
            role="staff",
        )

    write("staff")
    for kind in ("user", "api_key"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            write(kind)
