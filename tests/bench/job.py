"""The job of every engine in the bench: plan, ask the model, call the tool it wants, ask again, answer.

One text each, so that no engine writes more than another; the model is the same scripted one for all.
"""

import json
from typing import Any

INSTRUCTIONS = "Help."
QUESTION = "Where is my order NL-1042?"
MODEL = "order_desk"
TOOL = "find_order"
ARGUMENTS = {"order": "NL-1042"}
RESULT = '{"order":"NL-1042","status":"delivered"}'
ANSWER = "It was delivered."
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"order": {"type": "string"}},
    "required": ["order"],
    "additionalProperties": False,
}
SCRIPT: dict[str, Any] = {
    "replies": [{"calls": [{"id": "call_1", "name": TOOL, "arguments": ARGUMENTS}]}, {"text": ANSWER}]
}


def find_order(arguments: dict[str, Any]) -> str:
    """The tool: in process, and in no time."""
    assert arguments == ARGUMENTS, arguments
    return RESULT


def marathon(calls: int) -> str:
    """A script of so many calls and a word at the end."""
    call = {"calls": [{"name": TOOL, "arguments": ARGUMENTS}]}
    return json.dumps({"replies": [*[call] * calls, {"text": "Done."}]})
