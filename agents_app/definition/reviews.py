"""How the work of an orchestration is reviewed: how often, by how many, by what rule and on which scores."""

from collections.abc import Iterator

from agents_app.definition.document import Scalar, Sequence
from agents_app.definition.reader import Reader
from agents_app.orchestration_spec import LONGEST_PROMPT, MOST_CRITERIA, Criterion, ReviewSpec


def read_review(reader: Reader) -> ReviewSpec:
    """What stands under `review`; without it work is reviewed by one, up to three times."""
    section = reader.section("review")
    if section is None:
        return ReviewSpec()
    instructions = section.text("instructions").strip()
    if len(instructions) > LONGEST_PROMPT:
        message = f"At most {LONGEST_PROMPT} characters."
        section.add("too_long", message, section.at_key("instructions"))
    values = {
        "max_reviews": section.integer("max_reviews", 3),
        "reviewers": section.integer("reviewers", 1),
        "rule": section.one_of("rule", ("all", "majority", "any"), "all"),
        "allow_self_review": _truth(section, "allow_self_review"),
        "instructions": instructions,
        "rubric": tuple(_rubric(section)),
    }
    section.refuse_unknown()
    return section.build(ReviewSpec, **values) or ReviewSpec()


def _rubric(section: Reader) -> Iterator[Criterion]:
    node = section.node("rubric")
    places = node.items if isinstance(node, Sequence) else () if node is None else (node,)
    if len(places) > MOST_CRITERIA:
        section.add("too_long", f"At most {MOST_CRITERIA} lines of a rubric.", section.at_key("rubric"))
    seen: set[str] = set()
    for place in places[:MOST_CRITERIA]:
        reader = Reader(place, f"a line of the rubric of {section.where}", section.findings)
        name = reader.text("name", required=True)
        values = {
            "name": name,
            "description": reader.text("description").strip(),
            "minimum": _number(reader, "min", 0),
            "maximum": _number(reader, "max", 10),
            "at_least": _number(reader, "at_least", None),
        }
        reader.refuse_unknown()
        if name in seen:
            reader.add("duplicate_reference", f"'{name}' is scored already.", reader.at_key("name"))
        seen.add(name)
        criterion = reader.build(Criterion, **values)
        if criterion is not None:
            yield criterion


def _number(reader: Reader, key: str, default: float | None) -> float | None:
    node = reader.node(key)
    if node is None:
        return default
    if isinstance(node, Scalar) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return node.value
    reader.add("wrong_type", f"'{key}' of {reader.where} is a number.", node.at)
    return default


def _truth(reader: Reader, key: str) -> bool:
    node = reader.node(key)
    if node is None:
        return False
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    reader.add("wrong_type", f"'{key}' of {reader.where} is true or false.", node.at)
    return False
