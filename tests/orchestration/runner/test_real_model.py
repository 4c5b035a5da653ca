"""A run on a real, small model from packages, through every part that a large one takes: database, worker, wire."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from platform import machine

import pytest
from world import LIVENESS, World, running

from baton.ops.answers import answers
from baton.ops.embedded.ports import free_port
from orchestration.providers.local_model import HINT, MODEL, find_weights

pytestmark = pytest.mark.real_model

MOOD = {
    "type": "object",
    "properties": {"mood": {"type": "string", "enum": ["happy", "sad"]}},
    "required": ["mood"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def authority() -> Iterator[str]:
    """Host and port of the model; skipped where its packages are not installed, which CI does where it can."""
    if find_weights() is None:
        if os.environ.get("CI") and machine() == "x86_64":
            pytest.fail(f"the small model is not installed: {HINT}")
        pytest.skip(HINT)
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "baton.ops", "local-model", "--port", str(port)],
        stdout=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + LIVENESS
        while not answers(f"http://127.0.0.1:{port}/health"):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.mark.requirement("agents 17")
@pytest.mark.parametrize(
    ("provider", "path", "transport"),
    [
        ("openai_chat", "/v1", "sdk"),
        ("openai_chat", "/v1", "lean"),
        ("openai_responses", "/v1", "sdk"),
        ("anthropic_messages", "", "sdk"),
    ],
)
def test_a_run_is_answered_by_a_real_model(
    world: World, authority: str, provider: str, path: str, transport: str
) -> None:
    connection = world.add_connection(provider, base_url=f"http://{authority}{path}", transport=transport)
    agent = world.add_agent(
        connection=connection, model=MODEL, settings={"max_output_tokens": 12, "temperature": 0}
    )
    run = world.start(agent, "Say hello in one short sentence.")

    with running(world.database, allow=authority):
        world.wait_for(run, "completed", "failed")

    [started, *_, ended] = [event for event in world.events(run) if event["kind"].startswith("model_call")]
    assert started["payload"]["provider"] == provider
    assert ended["payload"]["text"].strip()
    usage = ended["payload"]["usage"]
    assert usage["input"] > 5
    assert 0 < usage["output"] <= 12


@pytest.mark.requirement("case J01")
def test_a_real_model_is_held_to_a_schema(world: World, authority: str) -> None:
    connection = world.add_connection("openai_chat", base_url=f"http://{authority}/v1")
    agent = world.add_agent(
        connection=connection,
        model=MODEL,
        settings={"max_output_tokens": 60, "temperature": 0},
        output_schema=MOOD,
    )
    run = world.start(agent, "I won a prize today! What is my mood?")

    with running(world.database, allow=authority):
        row = world.wait_for(run, "completed")

    assert json.loads(row["output"])["mood"] in ("happy", "sad")
