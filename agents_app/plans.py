"""Whether a list of tasks is a plan: of the builder, of a model or of a person. Pure.

Agents 36: an empty plan, an unknown specialization or a circle is refused before anything of it starts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents_app.orchestration_spec import (
    MOST_ITEMS,
    MemberSpec,
    PlanItem,
    Role,
    specializations_of,
)
from agents_app.spec import normal_form


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """Why a list of tasks is no plan; `item` is the place in the list, None where it is about all of it."""

    message: str
    item: int | None = None
    field: str = ""


def plan_problems(items: Sequence[PlanItem], members: Sequence[MemberSpec]) -> Iterator[PlanProblem]:
    """Everything that is wrong with it."""
    if not items:
        yield PlanProblem("The plan has no task.")
    if len(items) > MOST_ITEMS:
        yield PlanProblem(f"The plan has {len(items)} tasks; {MOST_ITEMS} are the most.")
    keys = [item.key for item in items]
    for place, item in enumerate(items):
        if item.key in keys[:place]:
            yield PlanProblem(f"Two tasks are called '{item.key}'.", place, "key")
        yield from _problems_of_who(item, place, members)
        for needed in item.depends_on:
            if needed == item.key:
                yield PlanProblem(f"'{item.key}' depends on itself.", place, "depends_on")
            elif needed not in keys:
                message = f"'{item.key}' depends on '{needed}', which is no task of the plan."
                yield PlanProblem(message, place, "depends_on")
    circle = _circle(items)
    if circle:
        yield PlanProblem(f"These tasks wait for each other: {' -> '.join(circle)}.", keys.index(circle[0]))


def _problems_of_who(item: PlanItem, place: int, members: Sequence[MemberSpec]) -> Iterator[PlanProblem]:
    executors = [member for member in members if Role.EXECUTE in member.roles]
    if item.agent and item.agent not in [member.name for member in executors]:
        message = f"'{item.key}' is for '{item.agent}', who is no member that executes."
        yield PlanProblem(message, place, "agent")
    known = specializations_of(tuple(executors))
    if item.specialization and normal_form(item.specialization) not in known:
        names = ", ".join(f"'{each}'" for each in known.values())
        message = f"'{item.key}' wants the specialization '{item.specialization}'; known: {names or 'none'}."
        yield PlanProblem(message, place, "specialization")


def _circle(items: Sequence[PlanItem]) -> list[str]:
    """Keys of tasks of which each depends on the next and the last on the first; empty where there is none.
    A task that depends on itself is told apart from these."""
    needs = {item.key: [each for each in item.depends_on if each != item.key] for item in items}
    done: set[str] = set()
    for start in needs:
        way: list[str] = []
        stack = [(start, iter(needs[start]))] if start not in done else []
        way = [start] if stack else []
        while stack:
            key, rest = stack[-1]
            following = next((each for each in rest if each in needs and each not in done), None)
            if following is None:
                done.add(key)
                stack.pop()
                way.pop()
            elif following in way:
                return [*way[way.index(following) :], following]
            else:
                way.append(following)
                stack.append((following, iter(needs[following])))
    return []
