"""The commands as processes against the real API and real runs: output, JSON, exit codes."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from people import People
from terminal_world import Baton, LiveServer
from world import Ledger, World, reply, running, script

from agents_app.spec import ToolSpec

REFUND = script(
    reply(("refund", {"order": "A-1", "amount": 5}), text="A refund is due."), reply(text="Refunded EUR 5.")
)
COMPLETED, NOT_COMPLETED, USAGE, NO_SERVER, UNDECIDED = range(5)


@pytest.fixture
def refund(north: World) -> ToolSpec:
    """The agent refund-desk, whose one refund must be approved."""
    tool = north.add_tool("refund", sentence="Refund {amount} of order {order}", effect_class="keyed")
    north.set_policy([{"tool": "refund", "outcome": "ask", "text": "Refunds are looked at"}])
    north.add_agent("refund-desk", tools=[tool], connection=north.add_connection(script=REFUND))
    return tool


@pytest.fixture
def echo(north: World) -> None:
    """An agent that answers at once."""
    north.add_agent("echo", connection=north.add_connection(script=script(reply(text="Hello \x1b[31mworld"))))


def pending_id(baton: Baton) -> str:
    (approval,) = baton.json_lines("approvals")
    return str(approval["id"])


def start_and_wait(baton: Baton) -> str:
    """A run of the refund desk that waits for a decision."""
    done = baton("run", "refund-desk", "Torn.", "--follow", "--no-wait", "--json")
    assert done.returncode == UNDECIDED, done.stderr
    return str(json.loads(done.stdout.splitlines()[0])["run"])


@pytest.mark.usefixtures("echo")
def test_a_run_is_followed_to_its_answer(baton: Baton, north: World) -> None:
    with running(north.database):
        done = baton("run", "echo", "Hello there", "--follow")

    assert (done.returncode, done.stderr) == (COMPLETED, "")
    assert "   ┆ Hello there\n" in done.stdout
    assert "✓ The run completed after" in done.stdout
    assert done.stdout.endswith("\n\nHello ⟨U+001B⟩[31mworld\n")


@pytest.mark.usefixtures("echo")
def test_without_follow_it_says_how_to_come_back(baton: Baton, north: World) -> None:
    done = baton("run", "echo", "-", stdin="from stdin")

    (run,) = north.owner("select id, input, status from orchestration_run")
    assert done.stdout == f"Run {run['id']} of echo is queued.\nFollow it with: baton follow {run['id']}\n"
    assert (done.returncode, run["input"], run["status"]) == (COMPLETED, "from stdin", "queued")


@pytest.mark.usefixtures("echo")
def test_json_is_every_event_of_the_record_and_nothing_else(baton: Baton, north: World) -> None:
    with running(north.database):
        events = baton.json_lines("run", "echo", "Hello", "--follow")

    (run,) = north.owner("select id, last_seq from orchestration_run")
    assert [event["seq"] for event in events] == list(range(1, run["last_seq"] + 1))
    assert {event["run"] for event in events} == {str(run["id"])}
    stored = [(event["seq"], event["kind"], event["payload"]) for event in north.events(run["id"])]
    assert [(event["seq"], event["kind"], event["payload"]) for event in events] == stored


@pytest.mark.usefixtures("echo")
def test_limits_and_key_are_sent(baton: Baton, north: World) -> None:
    arguments = ("run", "echo", "x", "--deadline", "10m", "--steps", "3", "--tokens", "900", "--key", "k1")

    first, second = baton.json_lines(*arguments), baton.json_lines(*arguments)

    (run,) = north.owner(
        "select id, step_limit, token_limit, extract(epoch from deadline_at - created_at)::int as seconds"
        " from orchestration_run"
    )
    assert first == second
    assert first[0]["id"] == str(run["id"])
    assert (run["step_limit"], run["token_limit"], run["seconds"]) == (3, 900, 600)


def test_a_failed_run_says_why_and_what_to_do(baton: Baton, north: World) -> None:
    tool = north.add_tool("look", effect_class="read_only")
    looping = script(*[reply(("look", {"n": n})) for n in range(4)])
    north.add_agent("looper", tools=[tool], connection=north.add_connection(script=looping))

    with running(north.database):
        done = baton("run", "looper", "x", "--follow", "--steps", "2")

    assert done.returncode == NOT_COMPLETED
    assert "✗ The run failed after" in done.stdout
    assert "The run used all its steps without coming to an answer. (step_limit" in done.stdout
    assert "Look at what it repeats; correct the instructions" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("run", "nobody", "x"), USAGE, "There is no agent 'nobody' in this project. (invalid_reference)"),
        (("run", "echo", "x", "--deadline", "soon"), USAGE, "'soon' is not a time. Write 90s, 10m,"),
        (("run", "echo", "x", "--steps", "0"), USAGE, "0 is not in the range x>=1."),
        (("run", "echo", " "), USAGE, ""),
        (("follow", "zz"), USAGE, "“zz” is no id: write the id of the run, or its beginning."),
        (("follow", "0123abcd"), USAGE, "There is no run whose id begins with 0123abcd."),
        (("follow", str(uuid4())), USAGE, "Not found. (not_found)"),
        (("approve", str(uuid4()), "--yes"), USAGE, "Not found. (not_found)"),
        (("approve", str(uuid4())), USAGE, "Nobody can be asked here: say --yes, or --digest"),
        (("approve", str(uuid4()), "--digest", "3f"), USAGE, "Give at least the first 8 signs"),
        (("reject", str(uuid4()), "--yes"), USAGE, "Missing option '--reason'"),
    ],
)
@pytest.mark.usefixtures("echo")
def test_wrong_usage_is_one_sentence(
    baton: Baton, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    done = baton(*arguments)

    assert done.returncode == code
    assert sentence in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_no_server_and_a_wrong_key_are_told_apart(baton: Baton, tmp_path: Path) -> None:
    nobody = baton.with_environ(BATON_URL="http://127.0.0.1:9")("runs")
    wrong = baton.with_environ(BATON_API_KEY="btn_wrong")("runs")
    empty = Baton({"BATON_DATA": str(tmp_path)})("runs")

    assert nobody.stderr == (
        "Baton at http://127.0.0.1:9 cannot be reached (connection refused). "
        "Does it run? `make run` starts it, `baton status` looks at it.\n"
    )
    assert "(invalid_api_key) Look at BATON_API_KEY" in wrong.stderr
    assert empty.stderr.startswith("There is no .baton/demo.json here or above that you may read")
    assert [each.returncode for each in (nobody, wrong, empty)] == [NO_SERVER] * 3


def test_a_key_that_may_not_start_runs_is_told_so(
    baton: Baton, people: People, north: World, echo: None
) -> None:
    viewer = baton.with_environ(BATON_API_KEY=people.key(people.vera, {"runs:read"}))

    done = viewer("run", "echo", "x")

    assert (done.returncode, "(insufficient_scope)" in done.stderr) == (NO_SERVER, True)
    assert north.owner("select id from orchestration_run") == []


@pytest.mark.requirement("issue 2.3")
@pytest.mark.usefixtures("refund")
def test_approved_from_another_terminal_the_call_runs_once(baton: Baton, north: World) -> None:
    ledger = Ledger()
    with running(north.database, ledger):
        run = start_and_wait(baton)
        following = baton.start("follow", run)
        approved = baton("approve", pending_id(baton)[:23], "--yes", "--reason", "Photo seen")
        output, errors = following.communicate(timeout=60)

    assert approved.returncode == COMPLETED, approved.stderr
    assert "  Refund 5 of order A-1\n" in approved.stdout
    assert "    ┆ A refund is due.\n" in approved.stdout
    assert approved.stdout.endswith(
        f"Approved: it runs once, now.\nSee what becomes of it with: baton follow {run}\n"
    )
    assert (following.returncode, errors) == (COMPLETED, "")
    assert "approved “Refund 5 of order A-1”." in output
    assert "           Reason: Photo seen.\n" in output
    assert output.endswith("\n\nRefunded EUR 5.\n")
    assert ledger.of("refund") == [{"order": "A-1", "amount": 5}]


@pytest.fixture
def graceful(north: World, refund: ToolSpec) -> World:
    """The same desk, with a rule that gives half a minute to think again."""
    rule = {"tool": "refund", "outcome": "ask", "text": "Refunds are looked at", "grace_seconds": 30}
    north.set_policy([rule])
    return north


def test_a_decision_in_its_grace_is_taken_back_and_made_anew(
    baton: Baton, people: People, graceful: World
) -> None:
    rita = baton.with_environ(BATON_API_KEY=people.key(people.rita))
    ledger = Ledger()
    with running(graceful.database, ledger):
        run = start_and_wait(baton)
        approval = pending_id(baton)
        nothing = baton("undo", approval)
        approved = baton("approve", approval, "--yes")
        shown = baton("approvals").stdout
        by_another = [rita("approve", approval, "--yes"), rita("reject", approval, "--yes", "--reason", "No")]
        not_theirs = rita("undo", approval)
        undone = baton("undo", approval[:23])
        rejected = baton("reject", approval, "--yes", "--reason", "No photo")
        graceful.owner("update orchestration_helddecision set starts_at = now()")
        too_late = baton("undo", approval)
        graceful.wait_for(UUID(run), "completed")

    assert (nothing.returncode, nothing.stdout) == (
        COMPLETED,
        "There was nothing to take back: the card waits for a decision.\n",
    )
    assert "can be taken back for 30 seconds; then it runs, and not later" in " ".join(
        approved.stdout.split()
    )
    assert f"Approved. The call starts in 30 s; take it back with: baton undo {approval}\n" in approved.stdout
    assert "approved it" in shown
    assert "it counts in" in shown
    assert [done.returncode for done in by_another] == [COMPLETED, NOT_COMPLETED]
    assert all("it counts in" in done.stderr for done in by_another)
    assert (not_theirs.returncode, "(not_your_decision)" in not_theirs.stderr) == (NO_SERVER, True)
    assert (undone.returncode, undone.stdout) == (
        COMPLETED,
        "Taken back: nothing has happened, and the card waits for a decision as before.\n",
    )
    assert f"Rejected. It counts in 30 s; take it back with: baton undo {approval}\n" in rejected.stdout
    assert too_late.returncode == NOT_COMPLETED
    assert too_late.stderr.startswith("Too late. The API key")
    assert ledger.executed == []


@pytest.mark.usefixtures("refund")
def test_rejected_with_a_reason_nothing_runs(baton: Baton, north: World) -> None:
    ledger = Ledger()
    with running(north.database, ledger):
        run = start_and_wait(baton)
        rejected = baton("reject", pending_id(baton), "--yes", "--reason", "No photo")
        done = baton("follow", run)

    assert (rejected.returncode, done.returncode) == (COMPLETED, COMPLETED)
    assert "Rejected: it does not run, and the agent is told." in rejected.stdout
    assert "Reason: No photo." in done.stdout
    assert ledger.executed == []


@pytest.mark.requirement("promise P17")
@pytest.mark.usefixtures("refund")
def test_a_digest_decides_only_the_card_it_belongs_to(baton: Baton, north: World) -> None:
    with running(north.database):
        start_and_wait(baton)
    approval = pending_id(baton)
    digest = str(north.owner("select digest from orchestration_approval")[0]["digest"])

    other = baton("approve", approval, "--digest", "00000000")
    state = north.owner("select state from orchestration_approval")
    right = baton("approve", approval, "--digest", digest[:8], "--json")

    assert (other.returncode, other.stdout) == (NOT_COMPLETED, "")
    assert f"its digest is {digest[:8]}..." in other.stderr
    assert state == [{"state": "pending"}]
    assert (right.returncode, json.loads(right.stdout)["state"]) == (COMPLETED, "approved")


@pytest.mark.usefixtures("refund")
def test_deciding_twice_is_well_and_deciding_otherwise_is_not(baton: Baton, north: World) -> None:
    with running(north.database):
        start_and_wait(baton)
    approval = pending_id(baton)
    baton("approve", approval, "--yes")

    again = baton("approve", approval, "--yes")
    otherwise = baton("reject", approval, "--yes", "--reason", "No")

    assert (again.returncode, otherwise.returncode) == (COMPLETED, NOT_COMPLETED)
    assert "approved it just now." in otherwise.stderr
    assert north.owner("select state from orchestration_approval") == [{"state": "approved"}]


@pytest.mark.usefixtures("refund")
def test_lists_show_shapes_words_and_whole_ids(baton: Baton, north: World) -> None:
    with running(north.database):
        run = start_and_wait(baton)
    approval = pending_id(baton)

    runs, approvals = baton("runs").stdout, baton("approvals").stdout

    assert runs.startswith("◈ Waiting for approval  refund-desk")
    assert f"  {run}  Torn.\n" in runs
    assert approvals.startswith("◈ Refund 5 of order A-1\n  refund-desk asked ")
    assert f"\n  {approval}\n" in approvals
    assert [each["id"] for each in baton.json_lines("runs", "--status", "waiting")] == [run]
    assert baton("runs", "--status", "failed").stdout == "No such runs.\n"


@pytest.mark.usefixtures("refund")
def test_cancel_ends_a_waiting_run(baton: Baton, north: World) -> None:
    with running(north.database):
        run = start_and_wait(baton)
        cancelled = baton("cancel", run, "--reason", "Asked twice")
        north.supervise()
        north.wait_for(UUID(run), "cancelled")
        again = baton("cancel", run)
        done = baton("follow", run)

    assert cancelled.stdout == f"Run {run} is being cancelled: nothing new of it starts.\n"
    assert (cancelled.returncode, again.returncode, done.returncode) == (0, NOT_COMPLETED, NOT_COMPLETED)
    assert "it is cancelled" in again.stderr
    assert "Reason: Asked twice." in done.stdout
    assert baton("approvals").stdout == "Nothing waits for a decision.\n"
    assert "It needs no decision any more: the run ended." in baton("approvals", "--all").stdout


@pytest.mark.usefixtures("refund")
def test_a_follower_survives_a_restart_of_the_server(baton: Baton, north: World, server: LiveServer) -> None:
    with running(north.database):
        run = start_and_wait(baton)
        following = baton.start("follow", run, "--json")
        assert following.stdout is not None
        before = [json.loads(following.stdout.readline())["seq"] for _ in range(6)]
        server.stop()
        time.sleep(1.5)
        server.start()
        baton("approve", pending_id(baton), "--yes")
        output, errors = following.communicate(timeout=60)

    seqs = before + [json.loads(line)["seq"] for line in output.splitlines()]
    assert seqs == list(range(1, north.owner("select last_seq from orchestration_run")[0]["last_seq"] + 1))
    assert following.returncode == COMPLETED
    assert errors.count("cannot be reached") == 1
    assert errors.endswith("The connection is back; nothing was lost.\n")


@pytest.mark.usefixtures("refund")
def test_ctrl_c_leaves_the_run_going(baton: Baton, north: World) -> None:
    with running(north.database):
        run = start_and_wait(baton)
        following = baton.start("follow", run, "--json")
        assert following.stdout is not None
        following.stdout.readline()
        following.send_signal(signal.SIGINT)
        _, errors = following.communicate(timeout=30)

    assert following.returncode == 130
    assert "The run goes on without you." in errors
    assert f"baton follow {run}" in errors
    assert north.owner("select status from orchestration_run") == [{"status": "waiting"}]


@pytest.mark.usefixtures("echo")
def test_a_reader_that_goes_away_is_no_failure_to_speak_of(baton: Baton, north: World) -> None:
    for _ in range(3):
        baton("run", "echo", "x")

    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m baton.ops runs | true"],
        env=baton.whole_environ(), capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert "Traceback" not in done.stderr
    assert "unexpected" not in done.stderr


def test_a_command_is_up_before_a_person_notices(baton: Baton) -> None:
    program = (
        "import sys; from baton.ops.cli import group\n"
        "from baton.ops.commands import approvals, approve, cancel, follow, reject, run, runs\n"
        "print([name for name in ('django', 'psycopg', 'celery', 'httpx2') if name in sys.modules])"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], env=baton.whole_environ(), capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"


def test_usage_is_summed_up_by_what_is_asked_for(baton: Baton, north: World) -> None:
    price = {"provider": "scripted", "model": "scripted", "from": "2026-01-01", "currency": "EUR"}
    north.set_prices([price | {"input": "1", "output": "10"}])
    place = north.add_connection(
        script=script({**reply(text="Done."), "usage": {"input": 1_000, "cached": 400, "output": 50}})
    )
    assert baton("usage").stdout.startswith("No model was asked from ")
    north.start(north.add_agent("reader", connection=place))
    (run,) = north.owner("select id from orchestration_run")
    with running(north.database):
        north.wait_for(run["id"], "completed")

    shown = baton("usage", "--by", "agent")
    (told,) = baton.json_lines("usage", "--by", "model")

    assert (shown.returncode, shown.stderr) == (COMPLETED, "")
    sums = "1 try; 1,000 tokens read (400 cached), 50 written; 0.0015 EUR"
    assert shown.stdout.splitlines()[0].endswith("days of UTC")
    assert shown.stdout.splitlines()[1:] == [f"reader  {sums}", f"Total   {sums}"]
    assert [row["model"]["name"] for row in told["rows"]] == ["scripted"]
    assert told["total"]["cost"] == {"amounts": {"EUR": 1_500_000}, "unknown": 0}
    assert baton("usage", "--from", "2026-11-02", "--to", "2026-11-01").returncode == USAGE
