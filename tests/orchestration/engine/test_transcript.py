"""The neutral messages a model call is built from, with short and with stored texts."""

import pytest
from simulator import Reply, Simulator, Wanted, make_spec

from orchestration.engine.bodies import BodyRef, length_of, load_text, read_text, write_text
from orchestration.engine.contract import TaskContract, contract_of
from orchestration.engine.events import EventKind, Record
from orchestration.engine.kinds import converse


@pytest.mark.requirement("promises 7.46")
def test_only_our_own_call_ids_go_back_to_the_provider() -> None:
    calls = (Wanted("look", {"n": 1}, "allow", "c1"), Wanted("look", {"n": 2}, "allow", "c1"))
    simulator = Simulator([Reply(text="Looking.", calls=calls)]).run()

    assert converse.messages_of(simulator.state)[:5] == (
        {"role": "system", "content": "Help."},
        {"role": "user", "content": "Please help."},
        {
            "role": "assistant",
            "content": "Looking.",
            "tool_calls": [
                {"id": "call-1-0", "name": "look", "arguments": '{"n": 1}'},
                {"id": "call-1-1", "name": "look", "arguments": '{"n": 2}'},
            ],
        },
        {"role": "tool", "tool_call_id": "call-1-0", "content": "done"},
        {"role": "tool", "tool_call_id": "call-1-1", "content": "done"},
    )


def test_results_stand_in_call_order_whatever_finished_first() -> None:
    simulator = Simulator(
        [Reply(calls=(Wanted("look", {"n": 1}, "allow"), Wanted("look", {"n": 2}, "allow")))]
    )

    simulator.run(finish=lambda running: running[-1])

    ids = [message.get("tool_call_id") for message in converse.messages_of(simulator.state)]
    assert ids[3:5] == ["call-1-0", "call-1-1"]


def test_no_instructions_make_no_system_message() -> None:
    simulator = Simulator([], spec=make_spec(instructions="  "))

    assert [message["role"] for message in converse.messages_of(simulator.state)] == ["user"]


@pytest.mark.parametrize("arguments", [None, "", "null", " "])
def test_missing_arguments_go_back_as_an_empty_object(arguments: str | None) -> None:
    simulator = Simulator([])
    simulator.step()
    call = {"id": "k", "provider_id": None, "name": "look", "arguments": arguments}

    simulator.record(
        EventKind.MODEL_CALL_COMPLETED,
        step="step-1",
        attempt=1,
        text="",
        calls=[call],
        finish_reason="tool_calls",
        usage={},
    )

    assert converse.messages_of(simulator.state)[-1] == {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "k", "name": "look", "arguments": "{}"}],
    }


def test_stored_texts_are_named_and_loaded_when_the_messages_are_made() -> None:
    reference = {"ref": "b1", "size": 9_000, "head": "Dear"}
    created = Record(1, EventKind.RUN_CREATED, {"input": reference})
    state = converse.initial(contract_of(created), make_spec())

    assert converse.bodies_needed(state) == ("b1",)
    assert converse.messages_of(state, {"b1": "Dear all"})[1]["content"] == "Dear all"


def test_a_stored_text_that_was_not_loaded_is_an_error_and_never_its_head() -> None:
    state = converse.initial(TaskContract(BodyRef("b1", 9_000, "Dear")), make_spec())

    with pytest.raises(KeyError):
        converse.messages_of(state)


@pytest.mark.parametrize("value", ["short", "", {"ref": "b", "size": 9, "head": "h"}])
def test_a_text_is_written_as_it_was_read(value: object) -> None:
    assert write_text(read_text(value)) == value


def test_the_text_of_null_is_empty() -> None:
    assert read_text(None) == ""


@pytest.mark.parametrize("value", [5, [], {"ref": "b"}, {"ref": "b", "size": 1, "head": "", "more": 1}])
def test_anything_else_is_no_text(value: object) -> None:
    with pytest.raises(TypeError):
        read_text(value)


def test_length_and_loading_of_both_forms() -> None:
    reference = BodyRef("b", 9, "h")

    assert (length_of("four"), length_of(reference)) == (4, 9)
    assert (load_text("four", {}), load_text(reference, {"b": "nine-long"})) == ("four", "nine-long")


def test_a_contract_comes_from_the_first_record_only() -> None:
    with pytest.raises(ValueError, match="run_waiting"):
        contract_of(Record(1, EventKind.RUN_WAITING, {"waiting_for": []}))


def test_a_contract_without_limits_has_the_default_ones() -> None:
    contract = contract_of(Record(1, EventKind.RUN_CREATED, {"input": "x"}))

    assert contract == TaskContract("x", steps=200, tokens=None)
