"""The arguments of one operation: gathered from path, query and body, each under one name, or left out with
the reason."""

from dataclasses import dataclass, field
from typing import Any

from agents_app.openapi.findings import CannotBeTool, Notes, shown
from agents_app.openapi.names import can_be_argument, path_argument


@dataclass(slots=True)
class Arguments:
    """What a call takes and where each part of it goes. The body comes first: its names cannot be chosen."""

    notes: Notes
    schemas: dict[str, dict[str, Any]] = field(default_factory=dict)
    required: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    has_body: bool = False
    query: list[str] = field(default_factory=list)
    path: dict[str, str] = field(default_factory=dict)
    """From the name in the document's path to the argument's."""

    def add_body(self, name: str, schema: dict[str, Any], required: bool, pointer: str) -> None:
        """A named value of the JSON body."""
        if self._has_name(name, required, "of the body", pointer):
            self._add(name, schema, required)
            self.body.append(name)

    def add_query(self, name: str, schema: dict[str, Any], required: bool, pointer: str) -> None:
        """A parameter of the query."""
        if not self._has_name(name, required, "of the query", pointer):
            return
        if name in self.schemas:
            self.leave_out("name_clash", f"{shown(name)} is in the body too", required, pointer)
            return
        self._add(name, schema, required)
        self.query.append(name)

    def add_path(self, name: str, schema: dict[str, Any], pointer: str) -> None:
        """A parameter of the path: always required, and under a name of ours where its own cannot be."""
        chosen = name
        is_ours = name in self.schemas or not can_be_argument(name) or name.isupper()
        if is_ours:
            chosen = path_argument(name, self.schemas)
            message = f"{shown(name)} of the path is called '{chosen}'."
            self.notes.add("renamed", message, pointer)
        self._add(chosen, schema, True)
        self.path[name] = chosen

    def leave_out(self, code: str, what: str, required: bool, pointer: str) -> None:
        """Note what is missing; without what is required there is no tool."""
        if required:
            raise CannotBeTool(code, f"{what}, and it is required.", pointer)
        self.notes.add(code, f"{what}; it is left out.", pointer)

    def in_order(self) -> list[str]:
        """The required arguments as a person would name them: the path first."""
        in_path = set(self.path.values())
        return sorted(self.required, key=lambda name: name not in in_path)

    def _has_name(self, name: str, required: bool, where: str, pointer: str) -> bool:
        if can_be_argument(name):
            return True
        message = f"{shown(name)} {where} has a name that models cannot use"
        self.leave_out("invalid_argument_name", message, required, pointer)
        return False

    def _add(self, name: str, schema: dict[str, Any], required: bool) -> None:
        self.schemas[name] = schema
        if required:
            self.required.append(name)
