"""A whole document: its name, where it is reached, and each of its operations as a proposal for a tool."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from agents_app.openapi.checked_schemas import CheckedSchemas
from agents_app.openapi.document import read_text
from agents_app.openapi.findings import CannotBeTool, Notes, OpenApiProblem, escape, shown
from agents_app.openapi.names import tool_name
from agents_app.openapi.operations import METHODS, read_operation
from agents_app.openapi.places import Place, operation_pointer, summary_of
from agents_app.openapi.references import Document
from agents_app.openapi.schemas import Budget, TooManySchemas
from agents_app.openapi.servers import is_address, is_variable, read_servers
from agents_app.spec import EffectClass, Risk
from baton.core.errors import Unprocessable

MAX_OPERATIONS: Final = 500
MAX_SCHEMAS: Final = 10_000
"""With these, the worst mebibyte takes seconds, not minutes."""
MAX_PROBLEMS: Final = 100
USUAL_VARIABLE: Final = "API_URL"
"""What requests begin with where nobody said anything and the document names no address."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A proposal. `content` None: it cannot be a tool, and the first of the problems says why."""

    key: str
    """Method and path: how a person's choice names it."""
    method: str
    path: str
    summary: str
    name: str
    effect: EffectClass
    risk: Risk
    content: dict[str, Any] | None
    problems: tuple[OpenApiProblem, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """What a document offers."""

    title: str
    version: str
    base_urls: tuple[str, ...]
    operations: tuple[Operation, ...]
    problems: tuple[OpenApiProblem, ...]


def read_openapi(text: str, base: str | None = None) -> Imported:
    """Read a document. `base` is what every request begins with: the name of a variable of the project, or an
    address. Raises InvalidOpenApi or TooLarge, and Unprocessable for a base that is neither."""
    root = read_text(text)
    document = Document(root)
    problems: list[OpenApiProblem] = []
    base_urls = read_servers(root.get("servers"), "/servers", problems)
    beginning = _beginning(base, base_urls)
    operations = tuple(_operations(document, beginning, problems))
    if not operations:
        problems.append(OpenApiProblem.of("no_operations", "The document describes no operation.", "/paths"))
    if root.get("security") or _names_schemes(root):
        message = "The API asks who calls: choose a credential in each tool that needs one."
        problems.append(OpenApiProblem.of("needs_credential", message, "/security"))
    return Imported(
        title=_info(root, "title"),
        version=_info(root, "version"),
        base_urls=base_urls,
        operations=operations,
        problems=tuple(problems[:MAX_PROBLEMS]),
    )


def _beginning(base: str | None, base_urls: tuple[str, ...]) -> str:
    if base is None:
        return base_urls[0] if base_urls else f"{{{USUAL_VARIABLE}}}"
    if is_variable(base):
        return f"{{{base}}}"
    address = base.rstrip("/")
    if not is_address(address):
        message = f"{shown(base)} is neither a variable, written LIKE_THIS, nor an address such as https://shop.example."
        raise Unprocessable("invalid_value", message, field="base")
    return address


def _names_schemes(root: dict[str, Any]) -> bool:
    components = root.get("components")
    return isinstance(components, dict) and bool(components.get("securitySchemes"))


def _info(root: dict[str, Any], key: str) -> str:
    info = root.get("info")
    value = info.get(key) if isinstance(info, dict) else None
    return str(value).strip()[:200] if isinstance(value, str | int | float) else ""


def _operations(document: Document, base: str, problems: list[OpenApiProblem]) -> Iterator[Operation]:
    names: set[str] = set()
    budget, checked = Budget(MAX_SCHEMAS), CheckedSchemas()
    for count, place in enumerate(_places(document, problems)):
        if count == MAX_OPERATIONS:
            message = f"The document has more than {MAX_OPERATIONS} operations; the first are shown."
            problems.append(OpenApiProblem.of("too_many_operations", message, "/paths"))
            return
        notes = Notes()
        try:
            read = read_operation(place, base, document, budget=budget, checked=checked, notes=notes)
        except TooManySchemas:
            message = "Its schemas are more than are read in one go; the operations before this are shown."
            problems.append(OpenApiProblem.of("too_large", message, place.pointer))
            return
        name = tool_name(place.node.get("operationId"), place.method, place.path, names)
        names.add(name)
        yield Operation(
            key=f"{place.method.upper()} {place.path}",
            method=place.method.upper(),
            path=place.path,
            summary=summary_of(place.node),
            name=name,
            effect=read.effect,
            risk=read.risk,
            content=read.content,
            problems=tuple(notes.found),
        )


def _places(document: Document, problems: list[OpenApiProblem]) -> Iterator[Place]:
    paths = document.root.get("paths")
    for path, given in paths.items() if isinstance(paths, dict) else ():
        pointer = f"/paths/{escape(path)}"
        if not path.startswith("/"):
            if not path.startswith("x-"):
                message = f"{shown(path)} is no path: it does not begin with '/'."
                problems.append(OpenApiProblem.of("invalid_path", message, pointer))
            continue
        try:
            item, item_pointer = document.follow(given, pointer)
        except CannotBeTool as error:
            problems.append(error.problem)
            continue
        for method in METHODS if isinstance(item, dict) else ():
            node = item.get(method)
            if isinstance(node, dict):
                at = operation_pointer(path, method) if item is given else f"{item_pointer}/{method}"
                yield Place(method, path, item, node, at, item_pointer)
