"""The agents of a definition: which profile trains them, which model they use, which tools they may call."""

from collections.abc import Collection, Iterator

from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import Mapping, Node, Sequence, to_plain
from agents_app.definition.names import refuse_hidden_signs
from agents_app.definition.output_schema import read_output_schema
from agents_app.definition.reader import Reader, kind_of, unique_entries
from agents_app.definition.values import AgentDefinition, FallbackDefinition
from agents_app.spec import ONE_DAY, Limits

MAX_NAME = 120
MAX_TOOLS = 128
MAX_FALLBACKS = 3


def read_agents(
    node: Node | None,
    *,
    profiles: Collection[str],
    connections: Collection[str],
    tools: Collection[str],
    findings: Findings,
) -> Iterator[AgentDefinition]:
    """Every agent. An agent without a training profile is refused."""
    if node is None:
        return
    if not isinstance(node, Mapping):
        findings.add("wrong_type", f"'agents' is {kind_of(node)}; write names and values.", node.at)
        return
    for entry in unique_entries(node, findings, "AGENT_NAME_DUPLICATE"):
        if not entry.key.strip():
            findings.add("AGENT_NAME_REQUIRED", "An agent needs a name.", entry.at)
        refuse_hidden_signs("An agent's name", entry, findings)
        if len(entry.key) > MAX_NAME:
            findings.add("invalid_name", f"An agent's name has at most {MAX_NAME} characters.", entry.at)
        reader = Reader(entry.node, f"agent '{entry.key}'", findings)
        agent = AgentDefinition(
            name=entry.key,
            description=reader.text("description").strip(),
            profile=_profile(reader, profiles),
            connection=_reference(reader, "connection", connections),
            model=reader.text("model", required=True),
            tools=_tools(reader, tools),
            tags=tuple(tag for tag, _ in reader.texts("tags")),
            settings=_settings(reader),
            fallbacks=tuple(_fallbacks(reader, connections)),
            output_schema=read_output_schema(reader),
            limits=read_limits(reader),
        )
        reader.refuse_unknown()
        yield agent


def _profile(reader: Reader, profiles: Collection[str]) -> str:
    if not reader.text("profile").strip():
        message = f"{reader.where} needs a 'profile': what it is trained with."
        reader.add("AGENT_PROFILE_REQUIRED", message, reader.at_key("profile"))
        return ""
    return _reference(reader, "profile", profiles)


def _reference(reader: Reader, key: str, known: Collection[str]) -> str:
    name = reader.text(key, required=True)
    if name and name not in known:
        reader.add("unknown_reference", f"There is no {key} '{name}' here.", reader.at_key(key))
    return name


def _tools(reader: Reader, known: Collection[str]) -> tuple[str, ...]:
    names: list[str] = []
    for name, at in reader.texts("tools"):
        if name in names:
            reader.add("duplicate_reference", f"The tool '{name}' is listed twice.", at)
        elif name and name not in known:
            reader.add("unknown_reference", f"There is no tool '{name}' here.", at)
        names.append(name)
    if len(names) > MAX_TOOLS:
        reader.add("too_long", f"At most {MAX_TOOLS} tools.", reader.at_key("tools"))
    return tuple(names)


def _settings(reader: Reader) -> dict[str, object]:
    node = reader.node("settings")
    plain = to_plain(node) if node else {}
    if isinstance(plain, dict):
        return plain
    reader.add(
        "wrong_type", "'settings' are names and values, such as temperature: 0.", reader.at_key("settings")
    )
    return {}


def _fallbacks(reader: Reader, connections: Collection[str]) -> Iterator[FallbackDefinition]:
    """Whom to ask instead, in order; the same model twice would be more tries under another name."""
    node = reader.node("fallback")
    if node is None:
        return
    items = node.items if isinstance(node, Sequence) else (node,)
    if len(items) > MAX_FALLBACKS:
        reader.add("too_long", f"At most {MAX_FALLBACKS} fallbacks.", node.at)
        return
    seen = {(reader.text("connection"), reader.text("model"))}
    for item in items:
        fallback = Reader(item, f"a fallback of {reader.where}", reader.findings)
        connection = _reference(fallback, "connection", connections)
        model = fallback.text("model", required=True)
        settings = _settings(fallback)
        fallback.refuse_unknown()
        if model and (connection, model) in seen:
            message = f"{model!r} at '{connection}' is asked already."
            fallback.add("duplicate_reference", message, fallback.at_key("model"))
        seen.add((connection, model))
        yield FallbackDefinition(connection, model, settings)


def read_limits(reader: Reader) -> Limits:
    """Where a run ends by itself."""
    section = reader.section("limits")
    if section is None:
        return Limits()
    steps, tokens = section.integer("steps", 200), section.integer("tokens", None)
    deadline = section.seconds("deadline", ONE_DAY)
    section.refuse_unknown()
    return section.build(Limits, steps=steps, tokens=tokens, deadline_seconds=deadline) or Limits()
