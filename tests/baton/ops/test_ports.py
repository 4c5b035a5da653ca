"""Port numbers: kept, replaced when taken, never doubled."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from baton.ops.embedded.ports import PortBook, PortChoice, free_port, is_free
from baton.ops.errors import OpsError


@pytest.fixture
def book(tmp_path: Path) -> PortBook:
    return PortBook(tmp_path / "ports.json")


def test_a_port_is_kept_from_start_to_start(book: PortBook, tmp_path: Path) -> None:
    first = book.choose("web")

    assert PortBook(tmp_path / "ports.json").choose("web") == first
    assert json.loads((tmp_path / "ports.json").read_text()) == {"web": first.port}


def test_the_preferred_port_is_taken_when_free(book: PortBook) -> None:
    preferred = free_port()

    assert book.choose("web", preferred=preferred) == PortChoice(preferred)


def test_a_port_that_somebody_took_is_replaced_and_the_change_is_told(book: PortBook) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]

        choice = book.choose("web", preferred=taken)

    assert (choice.instead_of, choice.because) == (taken, "is taken by another program")
    assert choice.port != taken
    assert book.read() == {"web": choice.port}


def test_two_starts_at_once_never_share_a_port(tmp_path: Path) -> None:
    wanted = free_port()
    program = (
        "import sys, pathlib; from baton.ops.embedded.ports import PortBook\n"
        "choice = PortBook(pathlib.Path(sys.argv[1])).choose('web', preferred=int(sys.argv[2]))\n"
        "print(choice.port, choice.because, flush=True); sys.stdin.read()"
    )
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / f"ports-{n}.json"), str(wanted)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in range(3)
    ]
    said = [start.stdout.readline().split(maxsplit=1) for start in starts if start.stdout]
    for start in starts:
        start.communicate()

    assert len({port for port, _ in said}) == 3
    assert sorted(because.strip() for _, because in said) == ["None", *["is taken by another Baton"] * 2]


def test_a_port_asked_for_now_goes_before_the_kept_one(book: PortBook) -> None:
    book.choose("web")
    wanted = free_port()

    assert book.choose("web", wanted=wanted) == PortChoice(wanted)


def test_two_names_never_share_a_port(book: PortBook) -> None:
    ports = [book.choose(name).port for name in ("web", "shop", "postgres", "valkey")]

    assert len(set(ports)) == 4


def test_a_torn_file_costs_new_ports_and_nothing_else(book: PortBook, tmp_path: Path) -> None:
    (tmp_path / "ports.json").write_text('{"web": 80')

    assert is_free(book.choose("web").port)


def test_an_address_of_another_machine_is_named_and_no_port_is_blamed(book: PortBook) -> None:
    with pytest.raises(OpsError, match=r"192\.0\.2\.1 is no address of this machine"):
        book.choose("web", preferred=8000, host="192.0.2.1")

    assert book.read() == {}
