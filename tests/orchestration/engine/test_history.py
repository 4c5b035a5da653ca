"""The history repair against its corpus, and that a second repair changes nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents_app.capabilities import Capabilities
from orchestration.engine.history import GrowingHistory, repair
from orchestration.engine.messages import MessageCall
from orchestration.engine.ports import ModelRequest
from orchestration.engine.tool_names import safe_tool_names
from orchestration.providers.anthropic_messages.dialect import MessagesDialect
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_chat.form import ChatForm
from orchestration.providers.openai_responses.dialect import ResponsesDialect
from orchestration.providers.wire.tools import ToolSets

CORPUS = Path(__file__).parents[2] / "fixtures" / "history-repair.jsonl"
CASES = [json.loads(line) for line in CORPUS.read_text().splitlines()]


def history_of(case: dict[str, Any]) -> list[Any]:
    history: list[Any] = json.loads(case["history_json"]) if "history_json" in case else case["history"]
    return history


def repair_case(case: dict[str, Any], history: list[Any]) -> tuple[list[Any], list[str]]:
    given = case.get("given", {})
    return repair(history, given.get("for_agent"), safe_tool_names(given.get("tools", ())))


def with_parsed_arguments(messages: list[Any]) -> list[dict[str, Any]]:
    """The corpus writes a repaired message without its null content and with arguments as objects."""
    plain = []
    for message in messages:
        shown = {key: value for key, value in message.items() if value is not None}
        if "tool_calls" in shown:
            shown["tool_calls"] = [
                {**call, "arguments": json.loads(call["arguments"])} for call in shown["tool_calls"]
            ]
        plain.append(shown)
    return plain


@pytest.mark.requirement("case T08")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_history_is_repaired_as_its_line_says(case: dict[str, Any]) -> None:
    messages, repairs = repair_case(case, history_of(case))

    assert repairs == case["repairs"], case["why"]
    assert with_parsed_arguments(messages) == case["repaired"], case["why"]


@pytest.mark.requirement("agents 18")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_repaired_history_becomes_the_chat_request_of_its_line(case: dict[str, Any]) -> None:
    messages, _ = repair_case(case, history_of(case))

    form = ChatForm(Capabilities({}))
    for message in messages:
        form.add(message)

    assert form.entries() == case["openai_chat"], case["why"]


def sent_fields(dialect: Any, case: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """What a dialect sends of a repaired history, read back from its body."""
    messages, _ = repair_case(case, history_of(case))
    body = json.loads(dialect.body(ModelRequest("m", tuple(messages)), ToolSets(dialect.tools).of(())))
    return {name: body[name] for name in names if name in body}


@pytest.mark.requirement("agents 18")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_repaired_history_becomes_the_responses_request_of_its_line(case: dict[str, Any]) -> None:
    dialect = ResponsesDialect(ConnectionSpec("c", "openai_responses"))

    assert sent_fields(dialect, case, ("input", "instructions")) == case["openai_responses"], case["why"]


@pytest.mark.requirement("agents 18")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_repaired_history_becomes_the_messages_request_of_its_line(case: dict[str, Any]) -> None:
    dialect = MessagesDialect(ConnectionSpec("c", "anthropic_messages"))

    assert sent_fields(dialect, case, ("messages", "system")) == case["anthropic"], case["why"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_repairing_a_repaired_history_changes_nothing(case: dict[str, Any]) -> None:
    messages, _ = repair_case(case, history_of(case))

    assert repair_case(case, messages)[0] == messages


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_recorded_history_is_left_as_it_was(case: dict[str, Any]) -> None:
    history = history_of(case)
    before = json.dumps(history)

    repair_case(case, history)

    assert json.dumps(history) == before


@pytest.mark.requirement("case T09")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_tool_names_are_sent_as_the_line_says(case: dict[str, Any]) -> None:
    names = safe_tool_names(case.get("given", {}).get("tools", ()))

    assert {name: sent for name, sent in names.items() if name != sent} == case.get("tool_names", {})


def test_a_safe_name_keeps_itself_whatever_the_order() -> None:
    assert safe_tool_names(["a.b", "a_b", "a b"]) == {"a_b": "a_b", "a.b": "a_b_2", "a b": "a_b_3"}


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ('{ "amount": 12.10, "note": "a  b" }', '{"amount":12.10,"note":"a  b"}'),
        ('{"n": 1e400}', '{"n":1e400}'),
        ('{"n": 9007199254740993}', '{"n":9007199254740993}'),
        ('{"a":1,"a":2}', '{"_unparsed":"{\\"a\\":1,\\"a\\":2}"}'),
        ('{"a":NaN}', '{"_unparsed":"{\\"a\\":NaN}"}'),
        ('{"a":', '{"_unparsed":"{\\"a\\":"}'),
        ('{"a":"x\\ud83d"}', '{"a":"x�"}'),
        ("[" * 100_000, None),
    ],
)
def test_argument_text_stays_what_the_model_wrote_or_is_wrapped(text: str, sent: str | None) -> None:
    call: MessageCall = {"id": "c1", "name": "t", "arguments": text}

    messages, _ = repair([{"role": "assistant", "content": None, "tool_calls": [call]}])

    arguments = messages[1]["tool_calls"][0]["arguments"]
    assert arguments == (sent if sent is not None else json.dumps({"_unparsed": text}, separators=(",", ":")))


_texts = st.one_of(st.none(), st.sampled_from(["", " ", "a", "b\x00", "\ud83d", "ü"]))
_ids = st.sampled_from(["c1", "c2", "c1_2", "", "x" * 41, "a.b", "a_b"])
_calls = st.lists(
    st.fixed_dictionaries({"id": _ids, "name": st.sampled_from(["t", "a.b", "ü", ""]), "arguments": _texts}),
    max_size=3,
)
_messages = st.lists(
    st.one_of(
        st.fixed_dictionaries({"role": st.sampled_from(["system", "user", "developer"]), "content": _texts}),
        st.fixed_dictionaries(
            {"role": st.just("assistant"), "content": _texts, "tool_calls": _calls},
            optional={"agent": st.sampled_from(["front", "back"])},
        ),
        st.fixed_dictionaries({"role": st.just("tool"), "tool_call_id": _ids, "content": _texts}),
    ),
    max_size=12,
)


@given(_messages)
def test_any_history_becomes_legal_and_stays_so(history: list[Any]) -> None:
    messages, _ = repair(history, "front")

    assert repair(messages, "front")[0] == messages
    assert_legal(messages)


@given(_messages)
def test_a_history_that_is_repaired_as_it_grows_becomes_what_it_becomes_at_once(history: list[Any]) -> None:
    growing = GrowingHistory("front")
    for end, message in enumerate(history, 1):
        growing.add(message)
        if growing.is_settled:
            opening = [{"role": "system", "content": growing.instructions}] if growing.instructions else []
            messages = [*opening, *growing.messages, *growing.ending()]
            assert messages == repair(history[:end], "front")[0]
    growing.close()
    growing.ending()

    assert growing.repairs >= set(repair(history, "front")[1])


def assert_legal(messages: list[Any]) -> None:
    ids = [call["id"] for message in messages for call in message.get("tool_calls", ())]
    assert len(ids) == len(set(ids))
    assert all(0 < len(call_id) <= 40 and call_id.replace("-", "_").isidentifier() for call_id in ids if ids)
    expected: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] == expected.pop(0)
            continue
        assert expected == []
        expected = [call["id"] for call in message.get("tool_calls", ())]
    assert expected == []
    assert messages[-1]["role"] != "assistant"
    json.dumps(messages, ensure_ascii=False).encode()
