"""Content as the text of a definition: YAML that a person reads, and that reads back as the same values.

Deterministic: keys stand in the order in which the file is explained, then by name, since a database keeps no
order of its own.
"""

import re
from typing import Any, Final

import yaml

from agents_app.definition.document import plain_value

_KEYS: Final = """
description specialization skills instructions profile connection model effect risk sentence arguments
input_schema request query body headers timeout response credential tools tags settings limits steps tokens
deadline members agent roles planner kind key title prompt depends_on review max_reviews reviewers rule
allow_self_review rubric name min max at_least compose on_failure rules allow ask deny when because
expires_after execute_within grace prices provider type properties required
"""
_ORDER: Final = {key: place for place, key in enumerate(_KEYS.split())}
_WIDTH: Final = 100
_ODD_BREAKS: Final = re.compile("[\r\x85\u2028\u2029]")


class _Dumper(yaml.SafeDumper):
    """SafeDumper with long texts as blocks, lists indented, and quotes around what would not stay a text."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never an anchor: the reader knows none."""
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:
        return super().increase_indent(flow, False)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = None
    if _ODD_BREAKS.search(text):
        style = '"'  # the only form that spells them; in any other they become a space
    elif "\n" in text:
        style = "|"
    elif not isinstance(plain_value(text), str):
        style = "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _number(dumper: yaml.SafeDumper, value: float) -> yaml.Node:
    text = repr(value)
    if "." not in text:
        # YAML sees a number only where there is a point, and would write a tag before it.
        text = text.replace("e", ".0e")
    return dumper.represent_scalar("tag:yaml.org,2002:float", text)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(float, _number)


def content_text(content: Any) -> str:
    """The content as YAML."""
    return str(
        yaml.dump(_ordered(content), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=_WIDTH)
    )


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: (_ORDER.get(key, len(_ORDER)), key))
        return {key: _ordered(value[key]) for key in keys}
    if isinstance(value, list | tuple):
        return [_ordered(item) for item in value]
    return value
