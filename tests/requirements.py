"""`make requirements`: each numbered requirement or promise, and the tests that carry its mark.

Reads the source instead of collecting the tests, so it needs no database and answers at once.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent


def marks_of(nodes: list[ast.expr]) -> Iterator[str]:
    """The arguments of every `requirement(...)` mark among decorators or the items of a `pytestmark`."""
    for node in nodes:
        if isinstance(node, ast.List | ast.Tuple):
            yield from marks_of(node.elts)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "requirement"
        ):
            yield from (
                arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )


def marked(
    body: list[ast.stmt], inherited: tuple[str, ...] = (), prefix: str = ""
) -> Iterator[tuple[str, str]]:
    """Every (requirement, test) of a module or class."""
    for node in body:
        if isinstance(node, ast.Assign) and any(
            isinstance(to, ast.Name) and to.id == "pytestmark" for to in node.targets
        ):
            inherited += tuple(marks_of([node.value]))
    for node in body:
        if isinstance(node, ast.ClassDef):
            own = tuple(marks_of(node.decorator_list))
            yield from marked(node.body, inherited + own, f"{prefix}{node.name}::")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            for requirement in dict.fromkeys((*inherited, *marks_of(node.decorator_list))):
                yield requirement, f"{prefix}{node.name}"


def by_number(requirement: str) -> list[tuple[int, str]]:
    """Sort key by which `agents 7` comes before `agents 17`."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", requirement)]


def collect(tests: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(), filename=str(path))
        for requirement, name in marked(tree.body):
            found[requirement].append(f"{path.relative_to(tests.parent)}::{name}")
    return {requirement: found[requirement] for requirement in sorted(found, key=by_number)}


def main() -> None:
    found = collect(TESTS)
    for requirement, names in found.items():
        sys.stdout.write(f"{requirement}\n" + "".join(f"    {name}\n" for name in names))
    total = len({name for names in found.values() for name in names})
    sys.stdout.write(f"{len(found)} requirements, {total} tests\n")


if __name__ == "__main__":
    main()
