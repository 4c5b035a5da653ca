"""`baton export` and `baton import` as processes against the real API."""

from pathlib import Path

import pytest
from people import People, hashes
from terminal_world import Baton

FILE = """\
baton: 1
connections: {main: {provider: scripted, script: echo}}
profiles: {refunds: {specialization: Refunds, instructions: Answer customers.}}
agents: {desk: {profile: refunds, connection: main, model: m}}
"""
TABLES = ("agents_agent", "agents_agentversion", "agents_trainingprofile", "agents_modelconnection")


def test_a_project_goes_out_to_a_file_and_comes_back(baton: Baton, people: People, tmp_path: Path) -> None:
    written, file = tmp_path / "in.yaml", tmp_path / "out.yaml"
    written.write_text(FILE)
    before = hashes(people.database, *TABLES)

    plan = baton("import", str(written), "--diff")
    assert hashes(people.database, *TABLES) == before
    done = baton("import", str(written), "--apply")
    out = baton("export", str(file))
    shown = baton("export")
    again = baton("import", str(file))

    assert plan.stdout == (
        "Warning: Nobody signed this file: anybody may have written or changed it. (unsigned)\n"
        "  new     connection  main\n"
        "      @@ -0,0 +1,2 @@\n"
        "      +provider: scripted\n"
        "      +script: echo\n"
        "  new     profile     refunds\n"
        "      @@ -0,0 +1,2 @@\n"
        "      +specialization: Refunds\n"
        "      +instructions: Answer customers.\n"
        "  new     agent       desk\n"
        "      @@ -0,0 +1,3 @@\n"
        "      +profile: refunds\n"
        "      +connection: main\n"
        "      +model: m\n"
        "3 to change, 0 the same.\n"
        "Nothing was changed yet: take it over with --apply.\n"
    )
    assert done.stdout.endswith("3 to change, 0 the same.\nTaken over.\n")
    assert out.stderr == f"Written to {file}, unsigned.\n"
    assert shown.stdout == file.read_text()
    assert again.stdout.endswith("Everything is the same already.\nNothing was changed.\n")
    assert [each.returncode for each in (plan, done, out, shown, again)] == [0] * 5


def test_problems_are_told_with_line_and_column(baton: Baton, people: People, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(FILE.replace("model: m", "model: m, colour: blue"))
    before = hashes(people.database, *TABLES)

    results = [baton("import", str(file), *options) for options in ((), ("--apply",))]

    for each in results:
        assert each.returncode == 1
        assert each.stdout.startswith(f"{file}:4:63: ")
        assert each.stdout.endswith("(unknown_construct)\nNothing was changed.\n")
    assert hashes(people.database, *TABLES) == before


@pytest.mark.parametrize(
    ("content", "words"), [(None, "cannot be read"), (b"\xff\xfe", "is not text in UTF-8")]
)
def test_a_file_that_cannot_be_read_is_one_sentence(
    baton: Baton, tmp_path: Path, content: bytes | None, words: str
) -> None:
    file = tmp_path / "file.yaml"
    if content is not None:
        file.write_bytes(content)

    done = baton("import", str(file))

    assert done.returncode == 1
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
