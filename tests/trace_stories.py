"""Runs as stories, for tests of how they are shown: `story(...)` gives each event its seq and time."""

from collections.abc import Mapping
from typing import Any

from orchestration.engine.events import Record

DIGEST = "3f9a1c22" + "0" * 56
ARGUMENTS = {"order": "NL-1042", "amount": 129, "reason": "It arrived torn."}
SENTENCE = "Refund EUR 129 for order NL-1042"

type Event = tuple[float, str, Mapping[str, Any]]


def story(*events: Event) -> list[Record]:
    """(seconds after 14:31, kind, payload), in order."""
    return [Record(n, kind, payload, at(seconds)) for n, (seconds, kind, payload) in enumerate(events, 1)]


def at(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes) + 31, 60)
    return f"2026-11-30T{14 + hours:02}:{minutes:02}:{rest:06.3f}Z"


def created(seconds: float = 0, text: str = "My jacket arrived torn.", *, scripted: bool = True) -> Event:
    return (
        seconds,
        "run_created",
        {
            "agent": {"id": "a", "name": "refund-desk", "version": 3, "version_id": "v"},
            "input": text,
            "requester": {"kind": "user", "id": "u", "name": "Mara Lind"},
            "deadline_at": at(3600),
            "limits": {"steps": 20, "tokens": None},
            "model": {"provider": "scripted", "name": "nord-1", "scripted": scripted},
        },
    )


def asked(seconds: float, step: str = "s1") -> Event:
    return seconds, "model_call_started", {
        "step": step, "number": 1, "model": "nord-1", "provider": "scripted",
    }  # fmt: skip


def replied(
    seconds: float,
    *calls: str,
    step: str = "s1",
    text: Any = "",
    finish: str = "",
    usage: tuple[int | None, int | None] = (312, 18),
    reasoning: str = "",
    cost: tuple[str, int] | None = None,
) -> Event:
    payload = {
        "step": step,
        "attempt": 1,
        "text": text,
        "calls": [
            {"id": call, "provider_id": call, "name": "issue_refund", "arguments": "{}"} for call in calls
        ],
        "finish_reason": finish or ("tool_calls" if calls else "stop"),
        "usage": {"input": usage[0], "cached": None, "output": usage[1], "reasoning": None},
        "model": "nord-1",
        "duration_ms": 20,
        "cost": None if cost is None else {"currency": cost[0], "nano": cost[1]},
    }
    return seconds, "model_call_completed", payload | ({"reasoning": reasoning} if reasoning else {})


def failed(
    seconds: float, attempt: int, code: str, message: str, retry_in_ms: int | None, **more: Any
) -> Event:
    return seconds, "model_attempt_failed", {
        "step": "s1", "attempt": attempt, "code": code, "message": message, "retry_in_ms": retry_in_ms, **more,
    }  # fmt: skip


def proposed(seconds: float, outcome: str = "ask", *, call: str = "c1", problem: Any = None) -> Event:
    return seconds, "tool_call_proposed", {
        "call": call, "step": "s1", "index": 0, "tool": "issue_refund", "tool_version": "t",
        "arguments": ARGUMENTS, "sentence": "" if problem else SENTENCE, "host": "shop.example",
        "effect_class": "keyed", "outcome": outcome, "rule": {"id": "r", "text": "Refunds need a person"},
        "problem": problem,
    }  # fmt: skip


def requested(seconds: float, *, call: str = "c1", approval: str = "p1", because: Any = ()) -> Event:
    return seconds, "approval_requested", {
        "approval": approval, "call": call, "revision": 2 if because else 1, "digest": DIGEST,
        "sentence": SENTENCE, "tool": "issue_refund", "host": "shop.example", "credential": "Shop key",
        "arguments": ARGUMENTS, "effect_class": "keyed", "rule": {"id": "r", "text": "Refunds need a person"},
        "expires_at": "2026-12-01T14:31:02.000Z", "because": list(because),
    }  # fmt: skip


def waiting(seconds: float) -> Event:
    return seconds, "run_waiting", {"waiting_for": ["approval"]}


def decided(seconds: float, decision: str = "approve", reason: str = "") -> Event:
    return seconds, "approval_decided", {
        "approval": "p1", "call": "c1", "decision": decision, "reason": reason, "decided_at": at(seconds),
        "by": {"kind": "user", "id": "j", "name": "Jonas Weber"},
    }  # fmt: skip


def started(seconds: float, execution: int = 1, call: str = "c1") -> Event:
    return seconds, "tool_call_started", {"call": call, "execution": execution}


def ended(seconds: float, kind: str = "ok", content: Any = "{}", **more: Any) -> Event:
    return seconds, "tool_call_completed", {
        "call": "c1", "kind": kind, "content": content, "code": None, "duration_ms": None, "status": None,
        "body": None, **more,
    }  # fmt: skip
