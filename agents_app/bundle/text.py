"""Contents as the text of one file: the same project gives the same bytes, wherever it stands. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from agents_app.definition import FORMAT_VERSION
from agents_app.definition.text import content_text

ALONE: Final = {"policy": "rules", "prices": "prices"}
"""Sections that are one list, and the key of that list in the content of their object."""
SECTIONS: Final = (
    "variables",
    "credentials",
    "connections",
    "mcp_servers",
    "profiles",
    "tools",
    "policy",
    "prices",
    "agents",
    "orchestrations",
)
"""In the order of the file: what is referred to stands before what refers to it."""
_HEAD = """\
# A project of Baton. `baton import FILE` shows what it would change, and changes nothing.
# It holds no secret: only their names, and where each may be sent.
"""
_INDENT = "  "


def bundle_text(contents: Mapping[str, Mapping[str, Any]]) -> str:
    """The whole file, unsigned."""
    parts = [_HEAD + content_text({"baton": FORMAT_VERSION})]
    for section in SECTIONS:
        if contents[section]:
            parts.append(_section(section, contents[section]))
    return "\n".join(parts)


def object_text(section: str, name: str, content: Any) -> str:
    """One object as a person compares it: its content, or name and value of a variable."""
    return content_text({name: content} if section == "variables" else content)


def _section(section: str, objects: Mapping[str, Any]) -> str:
    if section in ALONE:
        return content_text({section: objects[section][ALONE[section]]})
    entries = [content_text({name: objects[name]}) for name in sorted(objects)]
    gap = "" if section == "variables" else "\n"
    return f"{section}:\n" + gap.join(_indented(entry) for entry in entries)


def _indented(text: str) -> str:
    """Empty lines stay empty: spaces at the end of a line would be noise, and none of them means anything."""
    return "\n".join(_INDENT + line if line else line for line in text.split("\n"))
