"""The stored traces of real runs are what real runs leave today."""

import pytest
import trace_files
from trace_runs import PRICE, STORIES, normalised
from world import World


@pytest.fixture
def world(shared_world: World) -> World:
    shared_world.set_prices([PRICE])
    return shared_world


@pytest.mark.requirement("promises 4.16")
@pytest.mark.parametrize("name", STORIES)
def test_a_story_that_is_told_again_leaves_the_same_events(world: World, name: str) -> None:
    [stored] = [trace for trace in trace_files.read("real.json") if trace.name == name]

    assert normalised(world.events(STORIES[name](world))) == list(stored.records)
