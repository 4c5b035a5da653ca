"""No secret of a project in what models are told and what models and tools say, in pieces or whole."""

import asyncio
from typing import Any

import pytest

from baton.core.hiding import hide, spellings
from baton.live.bus import PartialText
from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelError, ModelReply, RequestedCall, ToolOutcome
from orchestration.runner.hiding import hide_in_error, hide_in_messages, hide_in_outcome, hide_in_reply
from orchestration.runner.partial_text import PartialTexts, Watched

CANARY = "canary-of-hiding-01"


def hidden(text: str) -> str:
    return hide(text, [CANARY])


class Publisher:
    """What was published, instead of a bus."""

    def __init__(self) -> None:
        self.texts: list[PartialText] = []
        self.kept: list[Any] = []

    def publish(self, message: PartialText) -> None:
        self.texts.append(message)

    def send(self, *command: Any) -> None:
        self.kept.append(command)


def test_a_prompt_holds_no_secret_and_its_messages_stay_as_they_were() -> None:
    call = {"id": "1", "name": "find", "arguments": f'{{"key": "{CANARY}"}}'}
    messages: tuple[Message, ...] = (
        {"role": "user", "content": f"my key is {CANARY}"},
        {"role": "assistant", "content": None, "tool_calls": [call]},  # type: ignore[list-item]
        {"role": "tool", "tool_call_id": "1", "content": [{"type": "text", "text": CANARY}]},
    )

    told = hide_in_messages(messages, hidden)

    assert CANARY not in str(told)
    assert str(messages).count(CANARY) == 3
    assert told[0]["content"] == "my key is [secret]"
    assert told[1].get("tool_calls") == [{**call, "arguments": '{"key": "[secret]"}'}]


def test_a_reply_a_result_and_an_error_hold_none_either() -> None:
    call = RequestedCall(CANARY, CANARY, f'{{"a": "{CANARY}"}}')
    reply = ModelReply(CANARY, (call, RequestedCall(None, "find", None)), model=CANARY, reasoning=CANARY)

    assert CANARY not in str(hide_in_reply(reply, hidden))
    assert CANARY not in str(hide_in_outcome(ToolOutcome(CANARY, CANARY), hidden))
    error = hide_in_error(ModelError("authentication", f"wrong: {CANARY}", retryable=False), hidden)
    assert (error.message, str(error)) == ("wrong: [secret]", "wrong: [secret]")


def test_a_text_that_is_being_written_shows_no_part_of_a_secret() -> None:
    async def main() -> Publisher:
        publisher: Any = Publisher()
        run = Watched("o", "p", "r", is_watched=True)
        stream = PartialTexts(publisher).stream(run, "s", 1, spellings([CANARY]))
        for piece in ("It is ", CANARY[:6], CANARY[6:], ", and can", "dy"):
            stream.add(piece)
            stream.send(publisher)
        return publisher  # type: ignore[no-any-return]

    publisher = asyncio.run(main())

    shown = "".join(message.text for message in publisher.texts)
    assert shown == "It is [secret], and candy"
    offsets = [message.offset for message in publisher.texts]
    assert offsets == [sum(len(each.text) for each in publisher.texts[:n]) for n in range(len(offsets))]
    assert CANARY[:6] not in str(publisher.kept)


@pytest.mark.requirement("promise P30")
@pytest.mark.parametrize(
    "secrets",
    [
        ["sk-canary-of-pieces"],
        ["sk-canary-of-pieces", "pieces-of-another-one"],
        ["sk-canary", "sk-canary-of-pieces"],
        ["abcabcabc"],
        ["abcabcabc", "bcabca", "cab-abc"],
    ],
)
@pytest.mark.parametrize("size", [1, 2, 5, 60])
def test_whatever_the_pieces_only_the_hidden_text_is_seen(secrets: list[str], size: int) -> None:
    text = " and ".join([*secrets, *secrets[::-1], "cab-abcabcabc", "sk-", "x"])
    whole = hide(text, secrets)

    async def main() -> Publisher:
        publisher: Any = Publisher()
        stream = PartialTexts(publisher).stream(
            Watched("o", "p", "r", is_watched=True), "s", 1, spellings(secrets)
        )
        for start in range(0, len(text), size):
            stream.add(text[start : start + size])
            stream.send(publisher)
            seen = "".join(message.text for message in publisher.texts)
            assert whole.startswith(seen)
        return publisher  # type: ignore[no-any-return]

    publisher = asyncio.run(main())

    assert "".join(message.text for message in publisher.texts) == whole
