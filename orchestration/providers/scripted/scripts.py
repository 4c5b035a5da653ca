"""The scripts by name."""

from orchestration.providers.scripted.echo import echo
from orchestration.providers.scripted.refund_desk import refund_desk
from orchestration.providers.scripted.replies import script_from_json
from orchestration.providers.scripted.script import Script, ScriptError

SCRIPTS: dict[str, Script] = {"echo": echo, "refund_desk": refund_desk}


def find_script(name_or_json: str) -> Script:
    """A script of this name, or the one written in this JSON text."""
    if name_or_json.lstrip().startswith("{"):
        return script_from_json(name_or_json)
    script = SCRIPTS.get(name_or_json)
    if script is None:
        raise ScriptError(f"There is no script {name_or_json!r}; known are {', '.join(SCRIPTS)}.")
    return script
