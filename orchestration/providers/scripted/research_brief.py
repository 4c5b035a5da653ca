"""A script for a team: an editor that plans, reviews and composes, and specialists that write and revise.

Which of them is asked is read from the instructions and the request, so that one connection serves all. The
first version of each part names no sources, the editor asks for them, and the author adds them: a round of
review that one can watch.
"""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from orchestration.engine.history.content import text_of
from orchestration.engine.messages import Message
from orchestration.engine.ports import ToolSchema
from orchestration.providers.scripted.reading import user_texts
from orchestration.providers.scripted.script import ScriptedReply

_SOURCES: Final = "Sources:"
_SPECIALIZATION: Final = re.compile(r"Your specialization: (.+?)\.\n")
_REQUEST: Final = re.compile(r"### The request\n<<<\n(.*?)\n>>>", re.DOTALL)
_PARTS: Final = {
    "Markets": (
        "market",
        "Who buys and what they pay",
        "Demand for {topic} grows steadily, mostly in the upper price range. Buyers compare on repairability "
        "before price.",
        "trade statistics of the last three years; interviews with twelve retailers",
    ),
    "Technology": (
        "technology",
        "What is possible today",
        "The usual way to make {topic} has two weak points: weight and seams. Newer bonded seams mend both, "
        "at a higher cost of tooling.",
        "two suppliers' data sheets; a teardown of four products",
    ),
    "Risks": (
        "risks",
        "What could go wrong",
        "The largest risk with {topic} is a single supplier for the membrane. A second one would take about "
        "nine months to qualify.",
        "the supplier register; the recall database",
    ),
}


def research_brief(messages: Sequence[Message], tools: Sequence[ToolSchema]) -> ScriptedReply:
    """Plans, writes, reviews, revises or composes, as it is asked."""
    texts = user_texts(messages)
    asked = texts[-1] if texts else ""
    if asked.startswith("Break the request"):
        return _as_json({"tasks": _plan(_topic(asked))})
    if asked.startswith("Review the work"):
        return _as_json(_review(asked))
    if asked.startswith("The tasks below were done"):
        return ScriptedReply(_compose(asked))
    if asked.startswith("Your work was reviewed"):
        return ScriptedReply(_with_sources(messages))
    return ScriptedReply(_draft(messages, asked))


def _plan(topic: str) -> list[dict[str, Any]]:
    parts = [
        {
            "key": key,
            "title": title,
            "specialization": specialization,
            "prompt": f"Write two sentences about this for a research brief: {title.lower()}. Topic: {topic}",
        }
        for specialization, (key, title, _, _) in _PARTS.items()
    ]
    last = {
        "key": "advice",
        "title": "What we should do",
        "specialization": "Risks",
        "prompt": f"Write one piece of advice from the three parts. Topic: {topic}",
        "depends_on": [key for key, *_ in _PARTS.values()],
    }
    return [*parts, last]


def _review(asked: str) -> dict[str, Any]:
    work = asked.rpartition("### The work\n<<<\n")[2]
    if _SOURCES in work:
        return {
            "needs_more_work": False,
            "comments": "Clear, and its sources are named.",
            "scores": {"evidence": 8},
        }
    return {
        "needs_more_work": True,
        "comments": "It reads well, but nobody can check it: name your sources.",
        "scores": {"evidence": 3},
    }


def _draft(messages: Sequence[Message], asked: str) -> str:
    topic = asked.partition("Topic: ")[2].partition("\n")[0] or asked[:80]
    if "one piece of advice" in asked:
        return f"Qualify a second supplier before anything new is promised about {topic}."
    return _PARTS.get(_specialization(messages), _PARTS["Markets"])[2].format(topic=topic)


def _with_sources(messages: Sequence[Message]) -> str:
    before = next(
        text_of(message["content"]) for message in reversed(messages) if message["role"] == "assistant"
    )
    sources = _PARTS.get(_specialization(messages), _PARTS["Markets"])[3]
    return f"{before}\n\n{_SOURCES} {sources}."


def _compose(asked: str) -> str:
    parts = re.findall(r"### (.*?)\n<<<\n(.*?)\n>>>", asked, re.DOTALL)[1:]
    body = "\n\n".join(f"## {title}\n\n{text}" for title, text in parts)
    return f"# Brief: {_topic(asked)}\n\n{body}"


def _topic(asked: str) -> str:
    found = _REQUEST.search(asked)
    return " ".join((found[1] if found else asked).split())[:120].rstrip(".")


def _specialization(messages: Sequence[Message]) -> str:
    system = next((text_of(each["content"]) for each in messages if each["role"] == "system"), "")
    found = _SPECIALIZATION.search(system)
    return found[1] if found else ""


def _as_json(value: dict[str, Any]) -> ScriptedReply:
    return ScriptedReply(json.dumps(value))
