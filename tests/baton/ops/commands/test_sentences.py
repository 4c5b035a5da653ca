"""Each trace event as the rows a person reads: tables of events and rows, at 80 and at 120 columns."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from rich.cells import cell_len
from rich.console import Console
from trace_stories import (
    Event,
    asked,
    created,
    decided,
    ended,
    failed,
    proposed,
    replied,
    requested,
    started,
    story,
    waiting,
)

from baton.ops.commands.view.foreign import whole
from baton.ops.commands.view.layout import lay_out
from baton.ops.commands.view.narrator import Narrator
from baton.ops.commands.view.sentences import SENTENCES
from orchestration.engine.events import EventKind, Record

BEFORE = (created(), asked(1), replied(2, "c1"))
ASKED = (*BEFORE, proposed(2), requested(2), waiting(2))

NEXT = {"target": 1, "provider": "anthropic_messages", "model": "haiku"}
SPENT = {
    "usage": {"input": 262_960, "cached": 257_955, "output": 1_744, "reasoning": None},
    "cost": {"currency": "USD", "nano": 184_918_125},
}


def rows(records: Sequence[Record], last: int = 1, width: int = 80, *, full: bool = False) -> str:
    """The rows of the last events, without colour."""
    clock = datetime(2026, 11, 30, 14, 32, tzinfo=UTC)
    narrator = Narrator(whole, lambda: clock) if full else Narrator(clock=lambda: clock)
    lines = narrator.hear(records)[-last:]
    console = Console(width=width)
    return "\n".join(row.plain.rstrip() for line in lines for row in lay_out(line, console))


def test_a_whole_run_at_80_columns() -> None:
    records = story(
        created(),
        asked(0.1),
        replied(0.9, "c1", text="A refund is due."),
        proposed(0.9),
        requested(1),
        waiting(1),
        decided(123, "approve", "Photo seen."),
        started(123.1),
        ended(123.9, content='{"refund":"R-7"}', status=201),
        asked(124, "s2"),
        replied(191, step="s2", text="I have refunded EUR 129."),
        (191, "run_completed", {"output": "I have refunded EUR 129."}),
    )

    assert (
        rows(records, last=12)
        == """\
14:31:00   Mara Lind asked refund-desk (version 3):
           ┆ My jacket arrived torn.
           Its model follows a script: no real model is called.
14:31:00   refund-desk asks the scripted model.
14:31:00   The scripted model asked for 1 tool call.                       0.8 s
           ┆ A refund is due.
           312 tokens read, 18 written.
14:31:00   refund-desk asked for “Refund EUR 129 for order NL-1042”.
           issue_refund at shop.example. The policy asks a person: Refunds need
           a person.
14:31:01 ◈ A person must decide about “Refund EUR 129 for order NL-1042”.
           If nobody decides by tomorrow 14:31 it does not run and the agent is
           told.
14:31:01 ◈ refund-desk waits for a decision by a reviewer, an admin or an owner
           of the project.
14:33:03 ✓ Jonas Weber approved “Refund EUR 129 for order NL-1042”.         2:02
           Reason: Photo seen.
14:33:03   Baton calls issue_refund at shop.example.
14:33:03   shop.example answered “Refund EUR 129 for order NL-1042”        0.8 s
           with 201.
           ┆ {"refund":"R-7"}
14:33:04   refund-desk asks the scripted model.
14:34:11   The scripted model answered.                                     1:07
           312 tokens read, 18 written.
14:34:11 ✓ The run completed after 3:11, of it 2:02 waiting.
           2 model calls, 1 tool call; 624 tokens read, 36 written."""
    )


def test_the_same_events_at_120_columns_use_the_room() -> None:
    records = story(*ASKED, decided(20), started(20), ended(21, content="x" * 200, status=200))

    assert rows(records, last=4, width=120).split("\n") == [
        "14:31:02 ◈ refund-desk waits for a decision by a reviewer, an admin or an owner of the project.",
        "14:31:20 ✓ Jonas Weber approved “Refund EUR 129 for order NL-1042”.".ljust(114) + "18.0 s",
        "14:31:20   Baton calls issue_refund at shop.example.",
        "14:31:21   shop.example answered “Refund EUR 129 for order NL-1042” with 200.".ljust(115) + "1.0 s",
        "           ┆ " + "x" * 107,
        "           ┆ " + "x" * 93,
    ]


ONE_EVENT: list[tuple[str, tuple[Event, ...], str]] = [
    (
        "a real model",
        (created(scripted=False), asked(1)),
        "14:31:01   refund-desk asks the model nord-1.",
    ),
    (
        "a failed try",
        (
            created(),
            asked(1),
            failed(2, 1, "provider_rate_limited", "429", 1200),
        ),
        """\
14:31:02 ✗ The scripted model gave no reply, try 1. Baton tries again in 1.2 s.
           The model provider refused the request because too many were sent.
           (provider_rate_limited: 429)""",
    ),
    (
        "the last try",
        (
            created(),
            asked(1),
            failed(2, 3, "odd_code", "Odd.", None),
        ),
        """\
14:31:02 ✗ The scripted model gave no reply, try 3. Baton gives up.
           Odd (odd_code).""",
    ),
    (
        "a failed try that was paid for all the same",
        (
            created(scripted=False),
            asked(1),
            failed(2, 1, "odd_code", "Odd.", None, **SPENT),
        ),
        """\
14:31:02 ✗ The model nord-1 gave no reply, try 1. Baton gives up.
           Odd (odd_code).
           262,960 tokens read (257,955 of them cached), 1,744 written. It cost
           0.1849 USD.""",
    ),
    (
        "a try after which another model is asked",
        (
            created(scripted=False),
            asked(1),
            failed(2, 3, "odd_code", "Odd.", 0, next=NEXT),
        ),
        """\
14:31:02 ✗ The model nord-1 gave no reply, try 3. Baton asks the model haiku at
           once.
           Odd (odd_code).""",
    ),
    (
        "a reply of another model than the agent's own",
        (
            created(scripted=False),
            asked(1),
            failed(2, 3, "odd_code", "Odd.", 0, next=NEXT),
            replied(3, cost=("EUR", 2_500_000_000)),
        ),
        """\
14:31:03   The model haiku answered.                                       2.0 s
           312 tokens read, 18 written. It cost 2.50 EUR.""",
    ),
    (
        "the end of a run whose cost is partly known",
        (
            created(scripted=False),
            asked(1),
            replied(2, "c1", cost=("EUR", 50)),
            asked(2, "s2"),
            replied(3, step="s2"),
            (3, "run_completed", {"output": "Done."}),
        ),
        """\
14:31:03 ✓ The run completed after 3.0 s.
           2 model calls, 1 tool call; 624 tokens read, 36 written. It cost
           0.00000005 EUR, and something unknown for one try.""",
    ),
    (
        "the end of a run whose cost nobody knows",
        (created(scripted=False), asked(1), replied(2), (3, "run_completed", {"output": "Done."})),
        """\
14:31:03 ✓ The run completed after 3.0 s.
           1 model call, 0 tool calls; 312 tokens read, 18 written. What it cost
           is not known.""",
    ),
    (
        "an answer without the form that was asked for",
        (
            created(),
            asked(1),
            replied(2, text="Sunny\x1b[31m."),
            (
                2,
                "output_read",
                {"step": "s1", "attempt": 1, "outcome": "refused", "problem": "not_json", "message": "No\x1b object."},
            ),
        ),
        """\
14:31:02 ✗ The answer does not have the form that was asked for, try 1.
           No⟨U+001B⟩ object (not_json).""",
    ),
    (
        "an answer that was read out of other words",
        (
            created(),
            asked(1),
            replied(2, text="Here: {}"),
            (2, "output_rung", {"step": "s1", "rung": "prose"}),
            (2, "output_read", {"step": "s1", "attempt": 2, "outcome": "accepted", "words_around": True, "value": "{}"}),
        ),
        """\
14:31:02   The answer has the form that was asked for.
           There were words around it, which are left out.""",
    ),
    (
        "tokens that no provider told",
        (created(), asked(1), replied(2, "c1", "c2", usage=(None, None))),
        """\
14:31:02   The scripted model asked for 2 tool calls.                      1.0 s
           How many tokens were used is not known.""",
    ),
    (
        "a refusal keeps the model's words",
        (created(), asked(1), replied(2, text="I will not.", finish="refusal")),
        """\
14:31:02 ✗ The scripted model declined.                                    1.0 s
           ┆ I will not.
           312 tokens read, 18 written.""",
    ),
    (
        "a reply cut off",
        (created(), asked(1), replied(2, finish="length")),
        """\
14:31:02 ✗ The scripted model was cut off at its length limit.             1.0 s
           312 tokens read, 18 written.""",
    ),
    (
        "an allowed call",
        (*BEFORE, proposed(2, "allow")),
        """\
14:31:02   refund-desk asked for “Refund EUR 129 for order NL-1042”.
           issue_refund at shop.example. The policy allows it: Refunds need a
           person.""",
    ),
    (
        "a denied call",
        (*BEFORE, proposed(2, "deny")),
        """\
14:31:02 ✗ refund-desk asked for “Refund EUR 129 for order NL-1042”.
           issue_refund at shop.example. The policy denies it: Refunds need a
           person.""",
    ),
    (
        "a call that cannot run",
        (*BEFORE, proposed(2, "none", problem={"code": "invalid_arguments", "message": "amount is missing"})),
        """\
14:31:02 ✗ refund-desk asked for issue_refund; it cannot run.
           The arguments of the call did not fit the tool's schema; it did not
           run. (invalid_arguments: amount is missing)""",
    ),
    (
        "a card made anew",
        (*BEFORE, proposed(2), requested(2, because=["destination", "credential"])),
        """\
14:31:02 ◈ A person must decide about “Refund EUR 129 for order NL-1042”.
           It is asked again because the host it goes to changed and the
           credential changed.
           If nobody decides by tomorrow 14:31 it does not run and the agent is
           told.""",
    ),
    (
        "a rejection",
        (*ASKED, decided(15, "reject", "No photo.")),
        """\
14:31:15 ✗ Jonas Weber rejected “Refund EUR 129 for order NL-1042”.       13.0 s
           Reason: No photo.""",
    ),
    (
        "an expiry",
        (*ASKED, (50, "approval_expired", {"approval": "p1", "call": "c1"})),
        """\
14:31:50 ⧖ Nobody decided in time about “Refund EUR 129 for order NL-1042”; it
           did not run.""",
    ),
    (
        "a card that became void",
        (*ASKED, (50, "approval_superseded", {"approval": "p1", "call": "c1", "because": ["policy"]})),
        """\
14:31:50 ⊘ The approval of “Refund EUR 129 for order NL-1042” is void, because
           the policy of the project changed.""",
    ),
    (
        "a card that nobody needs",
        (*ASKED, (50, "approval_cancelled", {"approval": "p1", "call": "c1"})),
        """\
14:31:50 ⊘ Nobody needs to decide about “Refund EUR 129 for order NL-1042” any
           more.""",
    ),
    (
        "a second execution",
        (*ASKED, decided(9), started(10), started(11, execution=2)),
        "14:31:11   Baton calls issue_refund at shop.example, execution 2.",
    ),
    (
        "a tool's failure",
        (*ASKED, decided(9), started(10), ended(13, "tool_error", "Shop is closed.", code="timeout")),
        """\
14:31:13 ✗ “Refund EUR 129 for order NL-1042” failed (timeout).            3.0 s
           ┆ Shop is closed.""",
    ),
    (
        "what the agent is told of a rejection",
        (*ASKED, decided(9, "reject"), ended(9, "rejected", "A person rejected this.")),
        """\
14:31:09 ✗ refund-desk is told that “Refund EUR 129 for order NL-1042” was
           rejected.
           ┆ A person rejected this.""",
    ),
    (
        "an outcome that nobody knows",
        (*ASKED, decided(9), started(10),
         (12, "tool_call_unknown", {"call": "c1", "code": "outcome_unknown", "message": "The line broke."})),
        """\
14:31:12 ⚠ Baton could not tell whether “Refund EUR 129 for order NL-1042”
           happened.
           A tool call was sent and its answer never arrived: it may or may not
           have happened. (outcome_unknown: The line broke)""",
    ),
    (
        "a late answer",
        (*ASKED, (70, "late_result", {"call": "c1"})),
        """\
14:32:10   A late answer to “Refund EUR 129 for order NL-1042” arrived; it
           changed nothing.""",
    ),
    (
        "a tool that changed",
        (*ASKED, (70, "tool_changed", {})),
        "14:32:10   A tool changed meanwhile, so what waits is judged again.",
    ),
    (
        "a cancel",
        (*ASKED,
         (30, "run_cancelling", {"by": {"kind": "api_key", "id": "k", "name": "Desk"}, "reason": "Twice"})),
        """\
14:31:30 ⊘ The API key “Desk” cancelled the run; what is under way is being
           ended.
           Reason: Twice.""",
    ),
    (
        "its end",
        (*ASKED, (32, "run_cancelled", {})),
        """\
14:31:32 ⊘ The run was cancelled after 32.0 s, of it 30.0 s waiting.
           1 model call, 1 tool call; 312 tokens read, 18 written.""",
    ),
    (
        "a deadline",
        (created(), (3600, "run_timed_out", {})),
        """\
15:31:00 ⧖ The run passed its deadline after 1 h 00.
           The run's deadline passed before it had an answer. (deadline_passed)
           Start it again with a later deadline; an approval that came late is
           the usual reason.""",
    ),
    (
        "a failure says what to do next",
        (created(), (5, "run_failed", {"code": "step_limit", "message": "20 steps were used."})),
        """\
14:31:05 ✗ The run failed after 5.0 s.
           The run used all its steps without coming to an answer. (step_limit:
           20 steps were used)
           Look at what it repeats; correct the instructions, or raise the step
           limit of the agent.""",
    ),
    (
        "a rejected request",
        (created(), (5, "run_rejected", {"code": "model_refused", "message": ""})),
        """\
14:31:05 ✗ The agent rejected the request after 5.0 s.
           The model declined to do this. (model_refused)
           Read its words in the last step; change the request or the
           instructions of the agent.""",
    ),
    (
        "a run that needs a person",
        (created(), (5, "run_needs_attention", {"code": "no_progress", "message": "", "call": None})),
        """\
14:31:05 ⚠ The run needs a person.
           The run stopped every worker that took it, so it was set aside.
           (no_progress)
           Look at the log of the workers for its id; then queue it again or
           cancel it.""",
    ),
    (
        "a kind of a later version",
        (created(), (5, "child_\x1b[31mstarted", {})),
        "14:31:05   Something happened that this baton does not know:\n"
        "           child_⟨U+001B⟩[31mstarted.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("events", "expected"), [row[1:] for row in ONE_EVENT], ids=[row[0] for row in ONE_EVENT]
)
def test_one_event_is_one_plain_sentence(events: tuple[Event, ...], expected: str) -> None:
    assert rows(story(*events)) == expected


def test_every_kind_has_a_sentence() -> None:
    assert set(SENTENCES) == set(EventKind)


def test_a_long_result_says_how_much_is_not_shown() -> None:
    events = (*ASKED, decided(9), started(10), ended(11, content="a" * 1000))

    shortened = rows(story(*events))

    assert shortened.count("a" * 60) == 3
    assert shortened.endswith("           ┆ … 760 characters more")
    assert "more" not in rows(story(*events), full=True)


def test_a_result_kept_outside_of_its_event_says_its_true_size() -> None:
    reference = {"ref": "b1", "size": 90_000, "head": "h" * 512}

    shown = rows(story(*ASKED, decided(9), ended(11, content=reference)))

    assert shown.endswith("┆ … 89,760 characters more")


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_no_row_is_wider_than_the_terminal_and_nothing_is_lost(width: int) -> None:
    text = "ein-sehr-langes-Wort" * 30 + " 日本語の文章 " * 20

    shown = rows(story(created(text=text)), width=width)

    assert all(cell_len(row) <= max(width, 21) for row in shown.split("\n"))
    quoted = "".join(row.split("┆ ", 1)[1] for row in shown.split("\n") if "┆ " in row)
    assert quoted.replace(" ", "") == text.replace(" ", "")
