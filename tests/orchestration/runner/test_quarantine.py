"""A quarantine is written by a living worker, about a tool of a server of that organization, and once."""

from typing import Any

import pytest
from world import World, running

from agents_app.spec import McpSpec, ToolSpec
from baton.core.ids import new_id

pytestmark = pytest.mark.requirement("promises 4.14")
PINNED = McpSpec(server_id=str(new_id()), server="docs", tool="find", definition_digest="a" * 64)


def of_a_server(world: World) -> ToolSpec:
    tool = world.add_tool("docs_find")
    world.change_tool(tool, http=None, mcp=PINNED)
    return tool


def quarantine(world: World, worker: Any, tool: ToolSpec, *, organization: Any = None) -> None:
    with world.database.connect("worker") as connection:
        connection.execute(
            "select kernel.quarantine_tool(%s, %s, %s, %s)",
            [worker, organization or world.organization, tool.version_id, "m" * 600],
        )


def test_only_a_living_worker_writes_one_about_a_tool_of_a_server(shared_world: World) -> None:
    world, other = shared_world, World(shared_world.database).build()
    tool, plain, foreign = of_a_server(world), world.add_tool("plain"), of_a_server(other)
    with running(world.database) as runner:
        assert runner.incarnation is not None
        alive = runner.incarnation.id
        quarantine(world, new_id(), tool)
        quarantine(world, alive, plain)
        quarantine(world, alive, foreign)
        assert world.owner("select * from agents_toolquarantine") == []

        quarantine(world, alive, tool)
        quarantine(world, alive, tool)

    (row,) = world.owner("select * from agents_toolquarantine")
    assert (str(row["version_id"]), row["organization_id"]) == (tool.version_id, world.organization)
    assert row["message"] == "m" * 500
