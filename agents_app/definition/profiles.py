"""The training profiles of a definition: specialization, skills (texts or files) and core instructions."""

from collections.abc import Iterator, Mapping

from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import Node, Sequence
from agents_app.definition.names import refuse_hidden_signs
from agents_app.definition.reader import Reader
from agents_app.definition.values import ProfileDefinition

MAX_NAME = 120
MAX_INSTRUCTIONS = 60_000


def read_profiles(
    section: Reader | None, files: Mapping[str, str], findings: Findings
) -> Iterator[ProfileDefinition]:
    """Every profile. The text of a skill's file becomes part of the profile, and so of its version."""
    for entry in section.entries() if section else ():
        if not entry.key.strip() or len(entry.key) > MAX_NAME:
            findings.add("invalid_name", f"A profile has a name of 1 to {MAX_NAME} characters.", entry.at)
        refuse_hidden_signs("A profile's name", entry, findings)
        reader = Reader(entry.node, f"profile '{entry.key}'", findings)
        profile = ProfileDefinition(
            name=entry.key,
            specialization=reader.text("specialization", required=True).strip(),
            skills=tuple(_skills(reader, files)),
            instructions=reader.text("instructions", required=True).strip(),
        )
        if sum(map(len, profile.skills)) + len(profile.instructions) > MAX_INSTRUCTIONS:
            reader.add("too_long", f"Skills and instructions have more than {MAX_INSTRUCTIONS} characters.")
        reader.refuse_unknown()
        yield profile


def _skills(reader: Reader, files: Mapping[str, str]) -> Iterator[str]:
    node = reader.node("skills")
    for item in node.items if isinstance(node, Sequence) else (() if node is None else (node,)):
        text = _skill(reader, item, files).strip()
        if text:
            yield text


def _skill(reader: Reader, item: Node, files: Mapping[str, str]) -> str:
    if not hasattr(item, "entries"):
        return reader.text_of(item, f"a skill of {reader.where}", required=True)
    skill = Reader(item, f"a skill of {reader.where}", reader.findings)
    name = skill.text("file", required=True)
    skill.refuse_unknown()
    if name and name not in files:
        skill.add("file_missing", f"There is no file '{name}' beside the definition.", skill.at_key("file"))
    return files.get(name, "")
