"""Migrations say what the models say, and a data migration sees the rows of every organization."""

from io import StringIO

import pytest
from conftest import point_django_at
from database import TestDatabase
from django.apps.registry import Apps
from django.core.management import call_command
from django.db import connection, migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from world import World

from baton.core.ids import new_id


@pytest.fixture
def owner(database: TestDatabase) -> TestDatabase:
    """Django's connection belongs to the owner, as it does when migrations run."""
    point_django_at(database, "owner")
    return database


def run_as_migration(operation: migrations.operations.base.Operation) -> None:
    """Run one operation as the next migration of its app would."""
    state: ProjectState = MigrationExecutor(connection).loader.project_state()
    with connection.schema_editor(atomic=True) as editor:
        operation.database_forwards("tenancy", editor, state, state)


def test_every_change_of_a_model_has_its_migration(owner: TestDatabase) -> None:
    said = StringIO()

    call_command("makemigrations", "--check", "--dry-run", stdout=said)

    assert said.getvalue().strip() == "No changes detected"


def test_every_migration_is_applied_to_the_template(owner: TestDatabase) -> None:
    executor = MigrationExecutor(connection)

    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.mark.requirement("promise P25")
def test_a_data_migration_changes_the_rows_of_every_organization(owner: TestDatabase, world: World) -> None:
    other = new_id()
    owner.rows("insert into tenancy_organization (id, name, slug, time_zone, max_running)"
               " values (%s, 'Other', 'other', 'UTC', 200)", [other])  # fmt: skip
    owner.rows(
        "insert into tenancy_project (id, organization_id, name, slug) values (%s, %s, 'P', 'p')",
        [new_id(), other],
    )
    before = owner.value("select count(*) from tenancy_project", role="baton")
    counted: list[int] = []

    def rename(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        counted.append(apps.get_model("tenancy", "Project").objects.update(name="Renamed"))

    run_as_migration(migrations.RunPython(rename))

    assert before >= 2
    assert counted == [before]
    assert owner.value("select count(*) from tenancy_project where name = 'Renamed'", role="baton") == before


@pytest.mark.requirement("promise P25")
def test_the_same_change_without_a_scope_reaches_no_row_of_an_application(world: World) -> None:
    point_django_at(world.database, "web")

    with connection.cursor() as cursor:
        cursor.execute("update tenancy_project set name = 'Renamed'")
        changed = cursor.rowcount

    assert changed == 0
    assert not world.database.value("select count(*) from tenancy_project where name = 'Renamed'")


def test_names_of_migrations_say_what_they_do() -> None:
    ours = {"tenancy", "agents", "orchestration", "outbox", "audit", "api", "accounts"}

    names = [name for app, name in MigrationLoader(None).graph.nodes if app in ours]

    assert len(names) >= 2 * len(ours)
    assert [name for name in names if "auto" in name or name[5:] == "initial"] == []
