"""Who plans an orchestration: nobody, the builder with a stored list of tasks, or a member with its model."""

from collections.abc import Iterator

from agents_app.definition.document import Sequence
from agents_app.definition.members import named_member
from agents_app.definition.reader import Reader
from agents_app.orchestration_spec import (
    INPUT_PLACE,
    LONGEST_PROMPT,
    MemberSpec,
    PlanItem,
    PlannerSpec,
    Role,
)
from agents_app.plans import plan_problems

PLAN_INVALID = "PLAN_INVALID"
_KINDS = ("none", "static", "model")


def read_planner(reader: Reader, members: tuple[MemberSpec, ...]) -> PlannerSpec:
    """What stands under `planner`; without it the input is the one task."""
    section = reader.section("planner")
    if section is None:
        return PlannerSpec()
    kind = section.one_of("kind", _KINDS, "none")
    role = Role.PLAN if kind == "model" else Role.EXECUTE
    agent = named_member(section, "agent", members, role)
    if kind == "model" and not agent:
        section.add(
            "required", "A plan by a model needs 'agent': the member that plans.", section.at_key("agent")
        )
    if kind == "static" and agent:
        section.add("invalid_value", "A stored plan has no 'agent'; its tasks may.", section.at_key("agent"))
    instructions = section.text("instructions").strip()
    if len(instructions) > LONGEST_PROMPT:
        message = f"At most {LONGEST_PROMPT} characters."
        section.add("too_long", message, section.at_key("instructions"))
    items = tuple(_items(section, members)) if kind == "static" else ()
    section.refuse_unknown()
    return PlannerSpec(kind=kind, agent=agent, instructions=instructions, items=items)


def _items(section: Reader, members: tuple[MemberSpec, ...]) -> Iterator[PlanItem]:
    node = section.node("tasks")
    places = node.items if isinstance(node, Sequence) else () if node is None else (node,)
    items = []
    kept = []
    for place in places:
        reader = Reader(place, f"a task of {section.where}", section.findings)
        item = reader.build(
            PlanItem,
            key=reader.text("key", required=True),
            title=reader.text("title", required=True).strip(),
            prompt=reader.text("prompt", required=True).strip(),
            agent=reader.text("agent").strip(),
            specialization=reader.text("specialization").strip(),
            skills=tuple(text for text, _ in reader.texts("skills")),
            tags=tuple(text for text, _ in reader.texts("tags")),
            depends_on=tuple(text for text, _ in reader.texts("depends_on")),
        )
        reader.refuse_unknown()
        if item is not None and item.prompt.count(INPUT_PLACE) > 1:
            message = f"A prompt has one place for the input: '{INPUT_PLACE}' stands in it several times."
            reader.add("invalid_value", message, reader.at_key("prompt"))
        if item is not None:
            items.append(item)
            kept.append(reader)
    if len(items) == len(places):
        for problem in plan_problems(items, members):
            at = section.at_key("tasks")
            if problem.item is not None:
                at = kept[problem.item].at_key(problem.field or "key")
            section.add(PLAN_INVALID, problem.message, at)
    yield from items
