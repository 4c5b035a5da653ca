"""What the documents say is so: commands, variables, states, functions, codes, links, the API's document."""

import json
import re
import shlex
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import click
import files
import pytest
from django.apps import apps
from drf_spectacular.generators import SchemaGenerator

from baton.api.errors import STATUS_OF_CODE
from baton.ops.cli import COMMANDS, LazyGroup
from baton.settings.environment import Environment
from orchestration.engine.decisions import Decision
from orchestration.engine.events import ResultKind
from orchestration.engine.states import (
    APPROVAL_TRANSITIONS,
    CALL_TRANSITIONS,
    RUN_ENDS,
    RUN_TRANSITIONS,
    ApprovalState,
    CallState,
    RunStatus,
    StepState,
    WaitingFor,
)

ROOT = files.ROOT
GLOSSARY = (ROOT / "docs/glossary.md").read_text()
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()
DOCUMENTS = sorted(path for path in files.all_files() if path.suffix == ".md")

_NAME = re.compile(r"`([^`]+)`")


def names_in(cell: str) -> list[str]:
    return _NAME.findall(cell)


def section(text: str, title: str) -> str:
    """What stands below a heading, up to the next of its level or above."""
    match = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#{{1,2}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert match, f"no section {title!r}"
    return match[2]


def tables(text: str) -> list[list[list[str]]]:
    """Every table as rows of cells, without its head."""
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [[[cell.strip() for cell in row.strip().strip("|").split("|")] for row in block.splitlines()[2:]]
            for block in blocks]  # fmt: skip


def commands(document: Path) -> Iterator[list[str]]:
    """The words of each command in the `sh` blocks of a document."""
    for block in re.findall(r"^```sh\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
                words = words[1:]
            if words:
                yield words


# --- commands


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_make_target_that_is_named_exists(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    named = {words[1] for words in commands(document) if words[0] == "make" and len(words) > 1}

    assert named - targets == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_baton_command_that_is_named_exists_with_its_options(document: Path) -> None:
    for words in commands(document):
        if words[0] not in ("baton", ".venv/bin/baton"):
            continue
        command: click.Command | None = LazyGroup(name="baton").get_command(
            click.Context(click.Group()), words[1]
        )
        assert command is not None, f"{document.name}: {' '.join(words)}"
        if isinstance(command, click.Group):
            command = command.get_command(click.Context(command), words[2])
            assert command is not None, f"{document.name}: {' '.join(words)}"
        known = {option for parameter in command.params for option in parameter.opts}
        given = {word.split("=", 1)[0] for word in words if word.startswith("-") and word != "-"}
        assert given - known == set(), f"{document.name}: {' '.join(words)}"


def test_the_readme_shows_the_two_commands_and_a_followed_run() -> None:
    shown = [" ".join(words[:3]) for words in commands(ROOT / "README.md")]

    assert "make run" in shown
    assert "make test" in shown
    assert ".venv/bin/baton run refund-desk" in shown


def test_every_command_of_baton_stands_in_the_readme_or_on_the_terminals_page() -> None:
    text = (ROOT / "README.md").read_text() + (ROOT / "docs/subsystems/terminal.md").read_text()

    assert [name for name in COMMANDS if name not in text] == []


# --- settings


def test_every_setting_is_in_the_example_environment() -> None:
    example = (ROOT / ".env.example").read_text()

    shown = set(re.findall(r"^# ([A-Z][A-Z0-9_]+)=", example, re.MULTILINE))

    assert {name.upper() for name in Environment.model_fields} - shown == set()


def test_the_example_environment_shows_the_defaults() -> None:
    lines = re.findall(r"^# ([A-Z][A-Z0-9_]+)=(\S*)(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE)
    shown = {name.lower(): value for name, value, rest in lines if value and "example" not in rest}
    defaults = {name: field.default for name, field in Environment.model_fields.items()}
    kept_elsewhere = {"baton_data": ".baton", "baton_db_passwords": ".baton/passwords.json"}

    told = {name: value for name, value in shown.items() if name in defaults and name not in kept_elsewhere}

    assert told == {name: str(defaults[name]) for name in told}
    assert {name: shown[name] for name in kept_elsewhere} == kept_elsewhere


def test_every_variable_that_a_document_names_is_in_the_example_environment() -> None:
    example = (ROOT / ".env.example").read_text()
    text = "\n".join(path.read_text() for path in DOCUMENTS)

    named = set(re.findall(r"\b((?:BATON|OPENAI)_[A-Z_]*[A-Z]|DATABASE_URL|REDIS_URL)\b", text))

    prefix, of_tests = {"BATON_SECRET"}, {"BATON_SCREENSHOTS"}
    assert {name for name in named if name not in example} - prefix - of_tests == set()


# --- states


def _pairs(table: list[list[str]]) -> set[tuple[str, str]]:
    return {(row[0].strip("`"), to) for row in table for to in names_in(row[2])}


@pytest.mark.parametrize(
    ("title", "states", "transitions"),
    [("Tool call", CallState, CALL_TRANSITIONS), ("Approval", ApprovalState, APPROVAL_TRANSITIONS)],
)
def test_the_glossary_has_the_states_of_calls_and_approvals(
    title: str, states: type[StrEnum], transitions: frozenset[tuple[str, str]]
) -> None:
    table = tables(section(GLOSSARY, title))[0]

    assert [row[0] for row in table] == [f"`{state}`" for state in states]
    assert _pairs(table) == set(transitions)


def test_the_glossary_has_the_states_of_runs() -> None:
    statuses, moves = tables(section(GLOSSARY, "Run"))
    ends = set(RUN_ENDS)

    pairs = set()
    for source, target, *_ in moves:
        olds = set(RunStatus) - ends if source == "any but an end" else names_in(source)
        pairs |= {(old, new) for old in olds for new in names_in(target)}

    assert [row[0] for row in statuses] == [f"`{status}`" for status in RunStatus]
    assert {row[0].strip("`") for row in statuses[-5:]} == ends
    assert pairs == set(RUN_TRANSITIONS)


def test_the_glossary_has_the_other_words_of_the_record() -> None:
    run, calls = section(GLOSSARY, "Run"), section(GLOSSARY, "Tool call")
    waiting = re.search(r"`waiting_for` is a list out of (.*?);", run, re.DOTALL)
    steps = re.search(r"without those that speak of approval:(.*?); an attempt", calls, re.DOTALL)
    decisions = names_in(section(GLOSSARY, "Decision").split(".")[0])

    assert waiting
    assert steps
    assert names_in(waiting[1]) == [str(reason) for reason in WaitingFor]
    assert names_in(steps[1]) == [str(state) for state in StepState]
    assert names_in(section(GLOSSARY, "What became of a call, as the model is told")) == list(ResultKind)
    assert [name for name in decisions if name != "decide"] == [
        kind.__name__ for kind in Decision.__value__.__args__
    ]


def test_every_code_of_the_glossary_is_one_of_the_api() -> None:
    rows = [row for row in tables(section(GLOSSARY, "Codes"))[0] if "(later)" not in row[0]]

    codes = {name for row in rows for name in names_in(row[1]) if re.fullmatch(r"[a-z_]+", name)}

    assert codes
    assert codes - set(STATUS_OF_CODE) - {"request_id"} == set()


# --- architecture


def test_every_model_has_its_home_in_the_architecture() -> None:
    homes = section(ARCHITECTURE, "Model -> home")
    ours = ("accounts", "tenancy", "audit", "secrets", "outbox", "api", "agents", "orchestration")

    missing = [
        model.__name__
        for label in ours
        for model in apps.get_app_config(label).get_models()
        if not re.search(rf"\b{model.__name__.removesuffix('Version')}\b", homes)
    ]

    assert missing == []


def test_every_function_of_the_kernel_is_in_the_architecture() -> None:
    sources = [*ROOT.glob("*/migrations/**/*.sql"), *ROOT.glob("platform/baton/*/migrations/*.py")]
    text = "\n".join(path.read_text() for path in sources)
    functions = set(re.findall(r"create function kernel\.(\w+)\(", text))

    named = set(names_in(section(ARCHITECTURE, "The kernel")))

    assert functions
    assert functions - named == set()


def test_the_architecture_stays_on_one_page() -> None:
    assert ARCHITECTURE.count("\n") < 180


# --- the rest


def test_decisions_are_numbered_and_say_three_things() -> None:
    decisions = sorted((ROOT / "docs/decisions").glob("*.md"))

    assert [path.name[:4] for path in decisions] == [f"{n:04d}" for n in range(1, len(decisions) + 1)]
    for path in decisions:
        text = path.read_text()
        assert text.startswith(f"# {int(path.name[:4])}. "), path.name
        assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Context", "Decision", "Consequence"], (
            path.name
        )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text())

    assert [link for link in links if "://" not in link and not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_that_are_named_exist(document: Path) -> None:
    """A path may be told by its end: `runner/driver.py` is enough where the page is about the runner."""
    known = [f"/{path.relative_to(ROOT).as_posix()}" for path in files.all_files()]
    named = [
        name for name in names_in(document.read_text()) if re.fullmatch(r"[\w./-]+\.(py|sql|yaml|toml)", name)
    ]

    assert [name for name in named if not any(path.endswith(f"/{name}") for path in known)] == []


def test_the_apis_document_is_what_the_code_says() -> None:
    """Otherwise run `make schema`."""
    made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]

    assert json.loads((ROOT / "docs/openapi.json").read_text()) == json.loads(json.dumps(made))
