"""What the model reads about a call that did not run.

Each says plainly that nothing happened and why, since a refusal that reads like an error is retried for ever.
None shows a policy rule: a model that knows the threshold can ask below it.
"""

from collections.abc import Sequence

_NO_REASON = "none given"


def rejected_text(reason: str) -> str:
    return (
        f"A person rejected this call; it did not run. Reason: {reason.strip() or _NO_REASON}\n"
        "The same call will be refused without asking again."
    )


def rejected_before_text() -> str:
    return (
        "A person rejected this same call earlier in this run; it did not run and nobody was asked again. "
        "Do something else, or say what you would need."
    )


def expired_text() -> str:
    return (
        "Nobody decided in time whether this call may run; it did not run. "
        "This is not a rejection: nobody answered."
    )


def unused_text() -> str:
    return "This call was approved but not started within the time the approval covers; it did not run."


def denied_text(tool: str) -> str:
    return f"The rules of this project do not allow this call of {tool}; it did not run."


def withdrawn_text(tool: str) -> str:
    return f"The tool {tool} was withdrawn; the call did not run and the tool can no longer be used."


def unknown_tool_text(tool: str, tools: Sequence[str]) -> str:
    """Names the tools there are: a model that guessed can then choose."""
    known = ", ".join(tools) if tools else "none"
    return f"There is no tool named {tool!r}; nothing ran. Names are exact. The tools you have: {known}."


def invalid_arguments_text(tool: str, problem: str) -> str:
    return (
        f"The arguments for {tool} are not valid; it did not run. {problem.strip() or 'They fit no schema.'}"
    )


def tool_error_text(tool: str, problem: str) -> str:
    return f"{tool} failed: {problem.strip() or 'no details'}"


EMPTY_REPLY_NOTE = (
    "Your last reply was empty: it had no text and called no tool. "
    "Answer the request, or say in words why you cannot."
)
"""Sent as a user turn, since a second silent request gets a second empty reply."""
