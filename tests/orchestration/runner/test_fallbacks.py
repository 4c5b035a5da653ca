"""Providers that fail: the next model is asked, an outage is waited out, and everybody sees why."""

import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from served_models import Served, fallback_to, served_models, tries_of
from world import World, reply, running, script

from orchestration.journal.entry import Entry, JournalLost
from orchestration.journal.writer import JournalWriter
from orchestration.runner.circuits import CircuitRules

QUICK = CircuitRules(failures=2, first_pause=0.3, longest_pause=0.6)
"""Opens with the second failure, so that no test waits for five tries."""
DOWN = "fault=unavailable&retry_after="


@pytest.fixture(scope="module")
def models() -> Iterator[Served]:
    with served_models() as served:
        yield served


@pytest.fixture
def world(shared_world: World, models: Served) -> World:
    models.server.counts.reset()
    return shared_world


def run_to_end(world: World, models: Served, version: UUID, **more: Any) -> tuple[UUID, dict[str, Any]]:
    run = world.start(version)
    with running(world.database, allow=models.server.authority, circuit=QUICK, **more):
        return run, world.wait_for(run, "completed", "failed", "timed_out")


def outages(world: World) -> list[dict[str, Any]]:
    return world.owner(
        "select * from orchestration_providerstate where organization_id = %s", [world.organization]
    )


def assert_attempts_are_gapless(world: World, run: UUID) -> None:
    tries = tries_of(world, run)
    assert [each["attempt"] for each in tries] == list(range(1, len(tries) + 1))
    rows = world.owner(
        "select number, state, connection_id::text from orchestration_attempt where run_id = %s order by number",
        [run],
    )
    assert [(row["number"], row["connection_id"]) for row in rows] == [
        (each["attempt"], each["connection_id"]) for each in tries
    ]
    world.assert_gapless(run)


@pytest.mark.requirement("agents 18")
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("unauthenticated", "authentication"),
        ("context_too_long", "context_too_long"),
        ("bad_request", "invalid_request"),
        ("rate_limited&retry_after=61", "provider_rate_limited"),
        ("quota", "provider_rate_limited"),
    ],
)
def test_what_this_model_will_not_do_the_fallback_is_asked_at_once(
    world: World, models: Served, fault: str, code: str
) -> None:
    scenario = f"fault={fault}"
    own, other = models.connect(world, scenario), models.connect(world)
    agent = world.add_agent(connection=own, model="echo", fallbacks=[fallback_to(other, "echo?chunks=2")])

    run, row = run_to_end(world, models, agent)

    assert row["status"] == "completed"
    failed, answered = tries_of(world, run)
    assert (failed["code"], failed["connection_id"], failed["retry_in_ms"]) == (code, str(own), 0)
    assert failed["next"] == {"target": 1, "provider": "openai_chat", "model": "echo?chunks=2"}
    assert (answered["target"], answered["connection_id"]) == (1, str(other))
    assert models.asked(scenario) == models.asked() == 1
    assert_attempts_are_gapless(world, run)


@pytest.mark.requirement("agents 18")
def test_a_fallback_is_asked_with_its_own_settings(world: World, models: Served) -> None:
    own, other = models.connect(world, "fault=unauthenticated"), models.connect(world)
    fallback = fallback_to(other, settings={"temperature": 0.25})
    agent = world.add_agent(
        connection=own, model="echo", settings={"temperature": 1, "top_p": 0.5}, fallbacks=[fallback]
    )

    run_to_end(world, models, agent)

    first, second = (request["body"] for request in models.server.counts.requests())
    assert (first["temperature"], first["top_p"]) == (1, 0.5)
    assert second["temperature"] == 0.25
    assert "top_p" not in second


@pytest.mark.requirement("agents 18")
def test_every_step_begins_with_the_agents_own_model(world: World, models: Served) -> None:
    """The first model is out for one request; the second step asks it again, since its circuit is closed."""
    scenario = f"fault=unauthenticated&times=1&key={world.organization}"
    own = models.connect(world, scenario)
    other = world.add_connection(script=script(reply(("look", {}))))
    tool = world.add_tool("look", effect_class="read_only")
    agent = world.add_agent(connection=own, model="echo", fallbacks=[fallback_to(other)], tools=[tool])

    run, row = run_to_end(world, models, agent)

    assert row["status"] == "completed", row["error_message"]
    assert [each.get("target") for each in tries_of(world, run)] == [None, 1, 0]


@pytest.mark.requirement("agents 18")
def test_a_provider_that_is_out_is_asked_by_nobody_who_has_another(world: World, models: Served) -> None:
    own, other = models.connect(world, DOWN), models.connect(world)
    agent = world.add_agent(connection=own, model="echo", fallbacks=[fallback_to(other)])
    patient = CircuitRules(failures=2, first_pause=60.0)

    with running(world.database, allow=models.server.authority, circuit=patient):
        first = world.start(agent)
        world.wait_for(first, "completed")
        later = [world.start(agent) for _ in range(3)]
        for run in later:
            world.wait_for(run, "completed")
        world.wait(lambda: outages(world), "the outage to be written")

    assert models.asked(DOWN) == 2
    assert [each.get("code") for each in tries_of(world, first)] == ["provider_error", "provider_error", None]
    for run in later:
        refused, answered = tries_of(world, run)
        assert (refused["code"], refused["next"]["target"], answered["target"]) == ("circuit_open", 1, 1)
        assert "usage" not in refused
        assert_attempts_are_gapless(world, run)


@pytest.mark.requirement("agents 18")
@pytest.mark.requirement("promises 7.77")
def test_without_a_fallback_an_outage_is_waited_out_and_seen_meanwhile(world: World, models: Served) -> None:
    scenario = f"{DOWN}&times=4&key={world.organization}"
    own = models.connect(world, scenario)
    agent = world.add_agent(connection=own, model="echo")

    with running(world.database, allow=models.server.authority, circuit=QUICK):
        runs = [world.start(agent) for _ in range(2)]
        [outage] = world.wait(lambda: outages(world), "the outage to be written")
        for run in runs:
            world.wait_for(run, "completed")
        world.wait(lambda: not outages(world), "the outage to be over")

    assert (str(outage["connection_id"]), outage["code"]) == (str(own), "provider_error")
    assert outage["failures"] >= 2
    assert models.asked(scenario) == 4 + 2
    for run in runs:
        assert_attempts_are_gapless(world, run)
        assert all(each["retry_in_ms"] for each in tries_of(world, run)[:-1])


@pytest.mark.requirement("promise P14")
def test_who_waits_for_the_key_ends_with_the_deadline_and_sends_nothing(world: World, models: Served) -> None:
    own = models.connect(world, "fault=hang", max_in_flight=1)
    agent = world.add_agent(connection=own, model="echo")

    with running(world.database, allow=models.server.authority):
        world.start(agent)
        world.wait(lambda: models.asked("fault=hang"), "the first call")
        run = world.start(agent, deadline_seconds=1.0)
        world.wait_for(run, "timed_out")

    assert models.asked("fault=hang") == 1
    assert tries_of(world, run) == []
    world.assert_gapless(run)


@pytest.mark.requirement("promise P14")
def test_a_call_that_the_deadline_cuts_off_times_its_run_out(world: World, models: Served) -> None:
    agent = world.add_agent(connection=models.connect(world, "fault=hang"), model="echo")

    with running(world.database, allow=models.server.authority):
        run = world.start(agent, deadline_seconds=1.0)
        row = world.wait_for(run, "timed_out", "failed")

    assert row["status"] == "timed_out"
    assert models.asked("fault=hang") <= 1
    world.assert_gapless(run)


@pytest.mark.requirement("agents 18")
@pytest.mark.requirement("promises 7.77")
def test_a_429_holds_back_every_run_of_the_key_for_as_long_as_it_says(world: World, models: Served) -> None:
    scenario = f"fault=rate_limited&retry_after=1&times=1&key={world.organization}"
    own = models.connect(world, scenario)
    agent = world.add_agent(connection=own, model="echo")

    with running(world.database, allow=models.server.authority):
        first = world.start(agent)
        world.wait(lambda: tries_of(world, first), "the 429")
        began = time.monotonic()
        others = [world.start(agent) for _ in range(3)]
        for run in others:
            world.wait_for(run, "completed")
        waited = time.monotonic() - began
        world.wait_for(first, "completed")

    assert waited > 0.6
    assert models.asked(scenario) == 5
    assert [len(tries_of(world, run)) for run in (first, *others)] == [2, 1, 1, 1]


@pytest.mark.requirement("agents 18")
@pytest.mark.requirement("promise P13")
def test_no_more_calls_than_the_key_allows_and_none_of_a_run_that_was_cancelled_in_the_line(
    world: World, models: Served
) -> None:
    scenario = "latency_ms=300"
    own = models.connect(world, scenario, max_in_flight=2)
    agent = world.add_agent(connection=own, model="echo")

    with running(world.database, allow=models.server.authority):
        runs = [world.start(agent, f"run {n}") for n in range(5)]
        world.wait(lambda: models.asked(scenario) == 2, "two calls")
        world.wait(
            lambda: all("model_call_started" in world.kinds(run) for run in runs), "the others in the line"
        )
        asked = {request["body"]["messages"][-1]["content"] for request in models.server.counts.requests()}
        [gone, *kept] = [run for n, run in enumerate(runs) if f"run {n}" not in asked]
        world.cancel(gone)
        for run in kept:
            world.wait_for(run, "completed")
        world.wait_for(gone, "cancelled")

    texts = [request["body"]["messages"][-1]["content"] for request in models.server.counts.requests()]
    assert len(texts) == len(set(texts)) == 4
    assert models.server.counts.max_in_flight == 2


def test_the_supervisor_forgets_what_dead_workers_said(world: World, models: Served) -> None:
    own, other = models.connect(world, DOWN), models.connect(world)
    agent = world.add_agent(connection=own, model="echo", fallbacks=[fallback_to(other)])
    with running(world.database, allow=models.server.authority, circuit=QUICK):
        world.wait_for(world.start(agent), "completed")
        world.wait(lambda: outages(world), "the outage to be written")

    forgotten = world.database.rows("select kernel.forget_outages(360) as n", role="super")

    assert forgotten[0]["n"] >= 1
    assert outages(world) == []


@pytest.mark.requirement("promise P1")
def test_a_failed_try_is_recorded_once_though_the_journals_answer_was_lost(
    world: World, models: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = models.connect(world, "fault=unauthenticated"), models.connect(world)
    agent = world.add_agent(connection=own, model="echo", fallbacks=[fallback_to(other)])
    original, lost = JournalWriter.record, []

    async def record(self: JournalWriter, entry: Entry) -> Any:
        answer = await original(self, entry)
        if any(event.kind == "model_attempt_failed" for event in entry.events) and not lost:
            lost.append(entry)
            raise JournalLost("as if the connection had broken behind the commit")
        return answer

    monkeypatch.setattr(JournalWriter, "record", record)
    run, row = run_to_end(world, models, agent)

    assert (len(lost), row["status"]) == (1, "completed")
    assert [each["attempt"] for each in tries_of(world, run)] == [1, 2]
    assert models.asked("fault=unauthenticated") == models.asked() == 1
    assert_attempts_are_gapless(world, run)


@pytest.mark.requirement("agents 18")
def test_a_run_goes_to_its_second_fallback_when_the_first_is_no_help_either(
    world: World, models: Served
) -> None:
    places = [models.connect(world, "fault=unauthenticated"), models.connect(world, "fault=context_too_long")]
    last = models.connect(world)
    own, second = places
    agent = world.add_agent(connection=own, model="echo", fallbacks=[fallback_to(second), fallback_to(last)])

    run, row = run_to_end(world, models, agent)

    assert row["status"] == "completed"
    tries = tries_of(world, run)
    assert [each["connection_id"] for each in tries] == [str(own), str(second), str(last)]
    assert [each["next"]["target"] for each in tries[:2]] == [1, 2]
    assert tries[2]["target"] == 2


@pytest.mark.requirement("promises 7.77")
def test_a_run_whose_last_fallback_is_given_up_fails_with_its_code(world: World, models: Served) -> None:
    own, other = models.connect(world, "fault=unauthenticated"), models.connect(world, "fault=bad_request")
    agent = world.add_agent(connection=own, model="echo", fallbacks=[fallback_to(other)])

    run, row = run_to_end(world, models, agent)

    assert (row["status"], row["error_code"]) == ("failed", "invalid_request")
    assert [(each["retry_in_ms"], "next" in each) for each in tries_of(world, run)] == [
        (0, True),
        (None, False),
    ]
