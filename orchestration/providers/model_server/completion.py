"""One scripted answer on its way out, whatever API it leaves by."""

from dataclasses import dataclass, replace

from orchestration.engine.ports import Usage
from orchestration.providers.model_server.scenario import Fault, Scenario
from orchestration.providers.scripted.script import ScriptedReply


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply with everything its wire form needs."""

    digest: str
    """Of the request: ids are made of it, so that the same request gets the same answer."""
    model: str
    reply: ScriptedReply
    usage: Usage
    scenario: Scenario
    seals_thoughts: bool = False

    @property
    def arguments_are_missing(self) -> bool:
        return self.scenario.fault is Fault.MISSING_ARGUMENTS

    @property
    def says_its_end(self) -> bool:
        return self.scenario.fault is not Fault.NO_FINISH


def with_fault(reply: ScriptedReply, fault: Fault | None) -> ScriptedReply:
    """The reply as a model in that trouble would have given it."""
    match fault:
        case Fault.REFUSAL:
            return ScriptedReply("I cannot help with that.", finish_reason="refusal")
        case Fault.LENGTH:
            return replace(reply, text=reply.text[: len(reply.text) // 2], finish_reason="length")
        case Fault.CONTENT_FILTER:
            return ScriptedReply(finish_reason="content_filter")
        case Fault.DUPLICATE_IDS:
            return replace(reply, calls=tuple(replace(call, provider_id="c1") for call in reply.calls))
        case _:
            return reply


def pieces(text: str, count: int) -> list[str]:
    """The text in about that many pieces; none where there is no text."""
    size = max(1, -(-len(text) // max(1, count)))
    return [text[start : start + size] for start in range(0, len(text), size)]
