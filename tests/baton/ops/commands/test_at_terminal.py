"""A person at a terminal: the trace, the card, the decision, and what others do meanwhile."""

import pytest
from grace_world import supervisors
from people import People
from terminal_world import Baton, LiveServer, Terminal
from world import Ledger, World, reply, running, script

COMPLETED, UNDECIDED, INTERRUPTED = 0, 4, 130
QUESTION = "l leave for later\n  > "

pytestmark = pytest.mark.requirement("issue 2.3")


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def desk(north: World) -> World:
    """An agent refund-desk with one refund that must be approved."""
    return with_refunds(north, 1)


def with_refunds(north: World, number: int) -> World:
    tool = north.add_tool("refund", sentence="Refund {amount} of order {order}", effect_class="keyed")
    north.set_policy([{"tool": "refund", "outcome": "ask", "text": "Refunds are looked at"}])
    calls = [("refund", {"order": f"A-{n}", "amount": 5}) for n in range(1, number + 1)]
    replies = script(reply(*calls, text="A refund \x1b[31mis\x1b[0m due."), reply(text="All said and done."))
    north.add_agent("refund-desk", tools=[tool], connection=north.add_connection(script=replies))
    return north


def ask(baton: Baton, columns: int = 80) -> Terminal:
    return baton.at_terminal("run", "refund-desk", "Torn. \x1b[2J [red]!", "--follow", columns=columns)


def test_a_person_approves_and_the_call_runs_once(baton: Baton, desk: World, ledger: Ledger) -> None:
    with running(desk.database, ledger), ask(baton) as terminal:
        terminal.expect("── ◈ Waiting for approval, medium risk ──")
        terminal.expect("\n  Refund 5 of order A-1\n")
        terminal.expect("┆ Torn. ⟨U+001B⟩[2J [red]!")
        terminal.expect("┆ A refund ⟨U+001B⟩[31mis⟨U+001B⟩[0m due.")
        terminal.expect(QUESTION)
        terminal.type("maybe")
        terminal.expect("Write a, r or l, then Enter.\n  > ")
        terminal.type("a")
        terminal.expect("✓ The API key")
        terminal.expect("✓ The run completed after")
        terminal.expect("\n\nAll said and done.\n")

        assert terminal.end() == COMPLETED
        assert "\x1b[2J" not in terminal.raw
    assert ledger.of("refund") == [{"order": "A-1", "amount": 5}]


def test_a_person_rejects_with_a_reason_after_going_back_once(
    baton: Baton, desk: World, ledger: Ledger
) -> None:
    with running(desk.database, ledger), ask(baton, columns=120) as terminal:
        terminal.expect(QUESTION)
        terminal.type("r")
        terminal.expect("(Enter alone goes back): ")
        terminal.type("")
        terminal.expect("  > ")
        terminal.type("reject No photo was sent")
        terminal.expect("Reason: No photo was sent.")

        assert terminal.end() == COMPLETED
    assert ledger.executed == []
    assert desk.owner("select reason from orchestration_approval") == [{"reason": "No photo was sent"}]


@pytest.mark.requirement("promise P22")
def test_of_two_cards_one_is_decided_and_one_left(baton: Baton, north: World, ledger: Ledger) -> None:
    desk = with_refunds(north, 2)
    with running(desk.database, ledger), ask(baton) as terminal:
        terminal.expect("◈ Waiting for approval, 1 of 2")
        terminal.expect("Refund 5 of order A-1")
        terminal.expect(QUESTION)
        terminal.type("l")
        terminal.expect("◈ Waiting for approval, 2 of 2")
        terminal.expect("Refund 5 of order A-2")
        terminal.expect(QUESTION)
        terminal.type("a")
        terminal.expect("approved “Refund 5 of order")
        terminal.expect("baton approve ")
        terminal.expect("Come back to it with:\n           baton follow ")

        assert terminal.end() == UNDECIDED
    assert ledger.of("refund") == [{"order": "A-2", "amount": 5}]


def test_a_decision_that_is_taken_back_is_asked_about_again(
    baton: Baton, desk: World, ledger: Ledger
) -> None:
    rule = {"tool": "refund", "outcome": "ask", "grace_seconds": 30}
    desk.set_policy([rule])
    with running(desk.database, ledger), supervisors(desk.database, 1), ask(baton, columns=120) as terminal:
        terminal.expect("── ◈ Waiting for approval, medium risk ──")
        terminal.expect(QUESTION)
        terminal.type("a")
        terminal.expect("Approved. The call starts in 30 s; take it back with: baton undo ")
        (row,) = desk.owner("select id from orchestration_approval")
        assert baton("undo", str(row["id"])).returncode == COMPLETED
        terminal.expect("── ◈ Waiting for approval")
        terminal.expect(QUESTION)
        assert ledger.executed == []
        terminal.type("a")
        terminal.expect("Approved. The call starts in 30 s")
        desk.owner("update orchestration_helddecision set starts_at = now()")
        terminal.expect("✓ The API key")
        terminal.expect("✓ The run completed after")

        assert terminal.end() == COMPLETED
    assert ledger.of("refund") == [{"order": "A-1", "amount": 5}]


@pytest.mark.requirement("promise P19")
def test_somebody_else_decides_in_a_grace_and_the_follower_waits(
    baton: Baton, desk: World, ledger: Ledger
) -> None:
    desk.set_policy([{"tool": "refund", "outcome": "ask", "grace_seconds": 30}])
    with running(desk.database, ledger), supervisors(desk.database, 1), ask(baton, columns=120) as terminal:
        terminal.expect(QUESTION)
        (row,) = desk.owner("select id from orchestration_approval")
        desk.decide(row["id"], "approve", by="rita")
        terminal.expect("The card is no longer open.")
        terminal.expect("rita approved it just now; it counts in ")
        desk.owner("update orchestration_helddecision set starts_at = now()")
        terminal.expect("✓ rita approved “Refund 5 of order A-1”.")

        assert terminal.end() == COMPLETED
    assert ledger.of("refund") == [{"order": "A-1", "amount": 5}]


@pytest.mark.requirement("promise P19")
def test_somebody_else_decides_while_the_question_is_open(baton: Baton, desk: World, ledger: Ledger) -> None:
    with running(desk.database, ledger), ask(baton) as terminal:
        terminal.expect(QUESTION)
        terminal.press(b"a")  # typed, and not yet sent
        (row,) = desk.owner("select id from orchestration_approval")
        desk.decide(row["id"], "reject", by="rita", reason="Seen it before")
        terminal.expect("The card is no longer open.")
        terminal.expect("rita rejected it just now: Seen it before.")
        terminal.expect("✗ rita rejected “Refund 5 of order A-1”.")

        assert terminal.end() == COMPLETED
    assert ledger.executed == []


@pytest.mark.requirement("promise P19")
def test_a_race_that_is_lost_is_said_politely(
    baton: Baton, people: People, desk: World, ledger: Ledger
) -> None:
    with running(desk.database, ledger), ask(baton) as terminal:
        terminal.expect(QUESTION)
        (row,) = desk.owner("select id from orchestration_approval")
        # Under the lock of the run both decisions arrive; Rita's is there first.
        with desk.as_web() as web:
            rita = desk.people["rita"]
            web.execute(
                "select kernel.decide_approval(id, 'reject', digest, version, 'No', 'user', %s, 'Rita')"
                " from orchestration_approval where id = %s",
                [rita.id, row["id"]],
            )
            terminal.type("a")
            terminal.expect("a\n")
            desk.wait(lambda: _blocked(desk), "the decision that waits for the lock")
        terminal.expect("Rita was quicker and rejected it just now; your decision was not")
        terminal.expect("✗ Rita rejected “Refund 5 of order A-1”.")

        assert terminal.end() == COMPLETED
    assert ledger.executed == []


def test_keys_pressed_before_the_card_decide_nothing(baton: Baton, desk: World, ledger: Ledger) -> None:
    with ask(baton) as terminal:
        terminal.type("a")
        terminal.type("a")
        with running(desk.database, ledger):
            terminal.expect(QUESTION)
            assert desk.owner("select state from orchestration_approval") == [{"state": "pending"}]
            terminal.press(b"\x04")
            terminal.expect("Come back to it with:\n           baton follow ")

            assert terminal.end() == UNDECIDED
    assert ledger.executed == []


def test_ctrl_c_at_the_question_leaves_the_run_waiting(baton: Baton, desk: World, ledger: Ledger) -> None:
    with running(desk.database, ledger), ask(baton) as terminal:
        terminal.expect(QUESTION)
        terminal.press(b"\x03")
        terminal.expect("The run goes on without you.")

        assert terminal.end() == INTERRUPTED
    assert desk.owner("select status from orchestration_run") == [{"status": "waiting"}]


def test_a_decision_made_while_the_server_restarts_arrives(
    baton: Baton, desk: World, ledger: Ledger, server: LiveServer
) -> None:
    with running(desk.database, ledger), ask(baton) as terminal:
        terminal.expect(QUESTION)
        server.stop()
        terminal.type("a")
        terminal.expect("cannot be reached")
        server.start()
        terminal.expect("The connection is back; nothing was lost.")
        terminal.expect("✓ The run completed after")

        assert terminal.end() == COMPLETED
    assert ledger.of("refund") == [{"order": "A-1", "amount": 5}]


def test_a_waiting_worker_is_shown_as_queued(baton: Baton, desk: World, ledger: Ledger) -> None:
    with ask(baton) as terminal:
        terminal.expect("◌ Queued: no worker has taken it yet.")
        with running(desk.database, ledger):
            terminal.expect(QUESTION)
            terminal.type("a")

            assert terminal.end() == COMPLETED


def test_approve_asks_at_a_terminal_and_takes_no_for_an_answer(
    baton: Baton, desk: World, ledger: Ledger
) -> None:
    with running(desk.database, ledger):
        baton("run", "refund-desk", "x", "--follow", "--no-wait")
        (row,) = desk.owner("select id from orchestration_approval")
        with baton.at_terminal("approve", str(row["id"])) as terminal:
            terminal.expect("  Refund 5 of order A-1\n")
            terminal.expect("Approve it? y/N ")
            terminal.type("n")
            terminal.expect("Nothing was decided.")
            assert terminal.end() == UNDECIDED
        pending = desk.owner("select state from orchestration_approval")
        with baton.at_terminal("approve", str(row["id"])) as terminal:
            terminal.expect("Approve it? y/N ")
            terminal.type("y")
            terminal.expect("Approved: it runs once, now.")
            assert terminal.end() == COMPLETED

    assert pending == [{"state": "pending"}]


def _blocked(world: World) -> bool:
    rows = world.database.rows(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        role="baton",
    )
    return bool(rows)
