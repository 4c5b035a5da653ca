"""Naming a member of an orchestration for something it must be able to do."""

from agents_app.definition.reader import Reader
from agents_app.orchestration_spec import MemberSpec, Role


def named_member(reader: Reader, key: str, members: tuple[MemberSpec, ...], role: Role) -> str:
    """A member that has the role, or a finding."""
    name = reader.text(key).strip()
    if name and not any(member.name == name and role in member.roles for member in members):
        known = ", ".join(f"'{member.name}'" for member in members if role in member.roles)
        message = f"There is no member '{name}' that may {role.value}; known: {known or 'none'}."
        reader.add("unknown_reference", message, reader.at_key(key))
    return name
