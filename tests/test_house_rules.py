"""The house rules that linters do not know, read from the source itself (CONTRIBUTING.md)."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("platform/baton", "agents_app", "orchestration", "knowledge")

NETWORK = frozenset(
    {
        "aiohttp",
        "ftplib",
        "http.client",
        "http.server",
        "httpcore2",
        "httpx",
        "httpx2",
        "requests",
        "smtplib",
        "socket",
        "socketserver",
        "urllib.request",
        "urllib3",
    }
)
NETWORK_ALLOWED = {
    "platform/baton/egress/": "the door out itself",
    "platform/baton/live/serve.py": "opens the port on which it is spoken to",
    "platform/baton/ops/processes.py": "asks the processes of this machine whether they answer",
    "platform/baton/ops/answers.py": "a container's health check: asks itself",
    "platform/baton/ops/embedded/ports.py": "looks for free ports of this machine",
    "platform/baton/ops/embedded/valkey.py": "waits for the server it started",
    "platform/baton/ops/client/connection.py": "the command line, on the caller's machine and with their key",
    "platform/baton/ops/demo/shop/server.py": "the demo's shop: it serves and calls nobody",
    "orchestration/runner/loop.py": "socket.gethostname, for the name of the worker",
}

DRAWERS = frozenset({"utils", "util", "helpers", "helper", "common", "misc", "shared", "tools_common"})
LONGEST_FILE = 500
MIGRATION_MAY_IMPORT = frozenset({"baton.tenancy.operations", "baton.core.ids"})
"""The operations, and the default of an id, which Django writes into a migration by itself."""


@dataclass(frozen=True)
class Source:
    """One file of ours."""

    name: str
    text: str
    tree: ast.Module

    @property
    def is_migration(self) -> bool:
        return "/migrations/" in self.name

    def imports(self) -> Iterator[tuple[str, int]]:
        """Every module or name that is imported anywhere in it, dotted, with its line."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)

    def calls(self) -> Iterator[tuple[str, int]]:
        """The last name of everything that is called, with its line."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                match node.func:
                    case ast.Name(id=name) | ast.Attribute(attr=name):
                        yield name, node.lineno


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """Every Python file below these folders."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    texts = [(path.relative_to(ROOT).as_posix(), path.read_text()) for path in paths]
    return tuple(Source(name, text, ast.parse(text, filename=name)) for name, text in texts)


def ours() -> tuple[Source, ...]:
    return sources(*PACKAGES)


def is_within(module: str, *roots: str) -> bool:
    return any(module == root or module.startswith(f"{root}.") for root in roots)


def found(source: Source, line: int, what: str) -> str:
    return f"{source.name}:{line} {what}"


def test_there_is_something_to_read() -> None:
    assert len(ours()) > 300


def test_nothing_listens_to_django_signals() -> None:
    assert [
        found(source, line, module)
        for source in ours()
        for module, line in source.imports()
        if is_within(module, "django.dispatch", "django.db.models.signals", "django.core.signals")
    ] == []


def test_jobs_are_promised_in_the_outbox_and_sent_by_it_alone() -> None:
    senders = {"delay", "apply_async", "send_task"}

    calls = [(source, line, name) for source in ours() for name, line in source.calls() if name in senders]

    assert {(source.name, name) for source, _, name in calls} == {
        ("platform/baton/outbox/doorbell.py", "send_task")
    }


def test_nothing_prints() -> None:
    assert [
        found(source, node.lineno, node.func.id)
        for source in ours()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("print", "pprint")
    ] == []


def test_only_the_door_out_and_named_exceptions_know_the_network() -> None:
    assert [
        found(source, line, module)
        for source in ours()
        for module, line in source.imports()
        if is_within(module, *NETWORK) and not source.name.startswith(tuple(NETWORK_ALLOWED))
    ] == []


@pytest.mark.parametrize("name", NETWORK_ALLOWED)
def test_every_exception_to_the_door_out_is_still_needed(name: str) -> None:
    users = [source for source in ours() if source.name.startswith(name)]

    assert any(is_within(module, *NETWORK) for source in users for module, _ in source.imports())


def test_the_loop_calls_neither_the_orm_nor_a_thread_bridge() -> None:
    bridges = {"sync_to_async", "async_to_sync", "database_sync_to_async"}
    orm = re.compile(r"a(get|first|last|create|bulk_create|save|delete|update|count|exists|iterator)$")

    for source in sources("orchestration/runner", "orchestration/journal"):
        modules = [module for module, _ in source.imports()]
        assert not any(is_within(module, "django", "asgiref", "orchestration.models") for module in modules)
        assert not [
            found(source, line, name)
            for name, line in source.calls()
            if name in bridges or orm.fullmatch(name)
        ]
        assert ".objects" not in source.text


def test_no_import_is_made_for_types_alone() -> None:
    """Such an import hides an upward one from whoever runs the code, and from nobody else."""
    assert [
        found(source, line, module)
        for source in ours()
        for module, line in source.imports()
        if module in ("typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING")
    ] == []


def test_no_import_hides_inside_a_function() -> None:
    allowed = {"manage.py"}
    assert [
        found(source, node.lineno, function.name)
        for source in ours()
        if source.name not in allowed
        for function in ast.walk(source.tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ] == []


def test_no_module_is_a_drawer() -> None:
    names = [Path(source.name) for source in (*ours(), *sources("tests"))]

    assert [name for name in names if {name.stem, *name.parent.parts} & DRAWERS] == []


def test_nothing_is_left_to_do() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    everything = [
        source for source in (*ours(), *sources("tests")) if source.name != "tests/test_house_rules.py"
    ]

    assert [
        found(source, number, line.strip())
        for source in everything
        for number, line in enumerate(source.text.splitlines(), 1)
        if marks.search(line)
    ] == []


def test_no_file_is_longer_than_five_hundred_lines() -> None:
    """But the first migrations, which Django writes."""
    lengths = {
        source.name: source.text.count("\n")
        for source in (*ours(), *sources("tests"))
        if not source.is_migration
    }

    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_migrations_import_nothing_of_ours_but_the_operations() -> None:
    assert [
        found(source, line, module)
        for source in ours()
        if source.is_migration
        for module, line in source.imports()
        if is_within(module, "baton", "agents_app", "orchestration", "knowledge")
        and not is_within(module, *MIGRATION_MAY_IMPORT)
    ] == []


def test_every_module_says_what_it_is_for() -> None:
    """But empty ones, migrations that Django wrote, and `apps.py`, which has one purpose."""
    assert [
        source.name
        for source in (*ours(), *sources("tests"))
        if source.text.strip()
        and not source.name.endswith(("/apps.py", "/migrations/0001_start.py"))
        and ast.get_docstring(source.tree) is None
    ] == []


VALUES = frozenset({"Enum", "StrEnum", "TextChoices", "TypedDict", "Form", "AppConfig"})


def _needs_a_sentence(node: ast.AST) -> bool:
    """Public functions and classes do. Not a value (a dataclass, an enum, a typed dict), whose fields say it;
    not a function of one statement, which reads as fast as a sentence about it; not `main`, which its module
    describes."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return not (node.name.startswith("_") or node.name == "main" or len(node.body) == 1)
        case ast.ClassDef():
            bases = {ast.unparse(base).rsplit(".", 1)[-1] for base in node.bases}
            is_value = bool(bases & VALUES) or any("dataclass" in ast.unparse(d) for d in node.decorator_list)
            return not (node.name.startswith("_") or is_value)
        case _:
            return False


def test_every_public_function_and_class_says_what_it_is_for() -> None:
    assert [
        found(source, node.lineno, node.name)
        for source in ours()
        if not source.is_migration
        for node in source.tree.body
        if _needs_a_sentence(node)
        and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and ast.get_docstring(node) is None
    ] == []


def test_names_of_tests_are_sentences() -> None:
    """Of two words at least; a reader of a failure sees nothing but the name."""
    assert [
        found(source, node.lineno, node.name)
        for source in sources("tests")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and len(node.name.split("_")) < 3
    ] == []


def test_every_row_lock_says_how_strong_it_is() -> None:
    """A strong lock on a run would block the inserting of its events."""
    strong = re.compile(r"for update(?! skip locked\s*\n\$\$)", re.IGNORECASE)
    kernel = sorted((ROOT / "orchestration/migrations").rglob("*.sql"))

    assert kernel
    assert [path.name for path in kernel if strong.search(path.read_text())] == []
    assert [
        found(source, line, name)
        for source in ours()
        for name, line in source.calls()
        if name == "select_for_update" and "no_key=True" not in source.text.splitlines()[line - 1]
    ] == []


def test_settings_are_read_in_one_place() -> None:
    """Code asks `settings.BATON`; what runs before Django, and secrets by name, ask the environment."""
    allowed = (
        "platform/baton/settings/",
        "platform/baton/ops/",
        "platform/baton/celery.py",
        "platform/baton/wsgi.py",
        "platform/baton/asgi.py",
        "agents_app/secret_values.py",
        "orchestration/journal/failpoints.py",
    )
    assert [
        source.name
        for source in ours()
        if re.search(r"os\.(environ|getenv)", source.text) and not source.name.startswith(allowed)
    ] == []
