"""Tries as plain answers."""

from collections.abc import Iterator
from typing import Any

from agents_app.definition.contents import duration
from agents_app.spec import ArgumentTest, Operator, Outcome
from baton.core.canonical import canonical_text
from orchestration.tries.sending import Tried, TriedAnswer
from orchestration.tries.tool_call import ToolCall
from orchestration.tries.try_policy import TriedPolicy
from orchestration.tries.try_tool import missing_secret


def show_dry(call: ToolCall) -> dict[str, Any]:
    """What would be sent."""
    tool, verdict = call.invocation.tool, call.verdict
    credential = tool.credential
    return {
        "digest": call.digest,
        "method": call.request.method,
        "url": call.request.url,
        "host": call.destination.authority,
        "headers": call.headers,
        "credential": {"name": credential.name, "header": credential.header} if credential else None,
        "body": call.body,
        "sentence": call.sentence,
        "verdict": {
            "outcome": verdict.outcome.value,
            "rule": verdict.rule_text if verdict.rule_id is not None else None,
        },
        "problems": list(_problems(call)),
    }


def show_tried(tried: Tried) -> dict[str, Any]:
    """What came of it."""
    if isinstance(tried, TriedAnswer):
        return {
            "status": tried.status,
            "body": tried.body,
            "duration_ms": tried.duration_ms,
            "truncated": tried.truncated,
        }
    return {"code": tried.code, "message": tried.message, "sent": tried.sent}


def show_judged(tried: TriedPolicy) -> dict[str, Any]:
    """The verdict, its rules and their tests."""
    verdict = tried.trace.verdict
    asks = verdict.outcome is Outcome.ASK
    return {
        "outcome": verdict.outcome.value,
        "rule_index": tried.rule_index,
        "text": verdict.rule_text,
        "rules": [
            {
                "rule_index": index,
                "tool": each.rule.tool,
                "outcome": each.rule.outcome.value,
                "text": each.rule.text,
                "applies": each.applies,
                "matched": each.matched,
            }
            for index, each in zip(tried.indexes, tried.trace.rules, strict=True)
        ],
        "tests": list(_tests(tried)),
        "expires_after": duration(verdict.expires_after_seconds) if asks else None,
        "execute_within": duration(verdict.execute_within_seconds) if asks else None,
        "grace": duration(verdict.grace_seconds) if asks else None,
        "would_ask": [{"id": person.id, "name": person.name} for person in tried.people],
    }


def _problems(call: ToolCall) -> Iterator[dict[str, Any]]:
    if not call.has_secret:
        yield {
            "code": "credential_without_value",
            "message": missing_secret(call),
            "pointer": "/credential",
        }


def _tests(tried: TriedPolicy) -> Iterator[dict[str, Any]]:
    """Of the rules about this tool: what others test says nothing of its arguments."""
    for index, each in zip(tried.indexes, tried.trace.rules, strict=True):
        for result in each.tests if each.applies else ():
            yield {
                "rule_index": index,
                "argument": result.test.argument,
                "test": _written(result.test),
                "value": tried.arguments.get(result.test.argument),
                "testable": result.testable,
                "passed": result.passed,
            }


def _written(test: ArgumentTest) -> str:
    if test.op is Operator.EXISTS:
        return "is missing" if test.value is False else "is given"
    if isinstance(test.value, tuple):
        return f"{test.op} [{', '.join(map(_value, test.value))}]"
    return f"{test.op} {_value(test.value)}"


def _value(value: object) -> str:
    return value if isinstance(value, str) else canonical_text(value)
