"""Who does a task and who reviews it, by rules alone: the same run picks the same agents again.

Agents 37: specialization, then skills, then tags, then load, then name.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agents_app.orchestration_spec import MemberSpec, PlanItem, Role
from agents_app.spec import normal_form


@dataclass(frozen=True, slots=True)
class Selected:
    """The member that was picked, and why it and no other."""

    member: MemberSpec
    reason: str


@dataclass(frozen=True, slots=True)
class Busy:
    """Members that would do, each of which works on something: wait for one of them."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nobody:
    """No member may ever do it."""

    reason: str


type Selection = Selected | Busy | Nobody


@dataclass(frozen=True, slots=True)
class Field:
    """The members of an orchestration at one moment of a run."""

    members: Sequence[MemberSpec]
    busy: Collection[str]
    """Names of those at work: an agent does one thing at a time (`AGENT_BUSY`)."""
    load: Mapping[str, int]
    """How many tasks each has had in this run."""


def able_to(members: Sequence[MemberSpec], role: Role = Role.EXECUTE) -> tuple[MemberSpec, ...]:
    """The members that may be chosen for it."""
    return tuple(member for member in members if role in member.roles)


def select_executor(item: PlanItem, field: Field) -> Selection:
    """The member that executes a task of the plan."""
    able = able_to(field.members)
    if item.agent:
        able = tuple(member for member in able if member.name == item.agent)
        return _best(item, able, field, f"The plan names {item.agent}.")
    if item.specialization:
        wanted = normal_form(item.specialization)
        able = tuple(member for member in able if member.specialization_normal == wanted)
    return _best(item, able, field, "")


def select_reviewer(
    item: PlanItem, field: Field, *, author: str, used: Collection[str], allow_self_review: bool
) -> Selection:
    """The member that reviews the work of `author`: never the author, unless nobody else may and it is
    allowed. One that has not reviewed this task yet comes first."""
    able = able_to(field.members, Role.REVIEW)
    others = [member for member in able if member.name != author]
    if others:
        fresh = [member for member in others if member.name not in used]
        chosen = _best(item, fresh, field, "") if fresh else None
        # Rather one that has looked before than to wait for one that has not.
        return chosen if isinstance(chosen, Selected) else _best(item, others, field, "")
    if able and allow_self_review:
        return _best(item, able, field, "Nobody else may review, and self-review is allowed.")
    return Nobody(f"No member but {author}, who wrote it, may review.")


def select_named(name: str, field: Field) -> Selection:
    """The member of that name, for planning and composing."""
    able = [member for member in field.members if member.name == name]
    if not able:
        return Nobody(f"There is no member {name!r}.")
    return Busy((name,)) if name in field.busy else Selected(able[0], f"The orchestration names {name}.")


def _best(item: PlanItem, able: Sequence[MemberSpec], field: Field, reason: str) -> Selection:
    if not able:
        return Nobody("No member may do it.")
    free = [member for member in able if member.name not in field.busy]
    if not free:
        return Busy(tuple(sorted(member.name for member in able)))
    best = min(free, key=lambda member: _rank(item, member, field))
    return Selected(best, reason or _reason(item, best, able, free))


def _rank(item: PlanItem, member: MemberSpec, field: Field) -> tuple[int, int, int, int, str]:
    """Smaller is better."""
    return (
        0 if not item.specialization or _is_special(item, member) else 1,
        -len(_shared(item.skills, member.skills)),
        -len(_shared(item.tags, member.tags)),
        field.load.get(member.name, 0),
        member.name,
    )


def _is_special(item: PlanItem, member: MemberSpec) -> bool:
    return member.specialization_normal == normal_form(item.specialization)


def _shared(wanted: Sequence[str], has: Sequence[str]) -> list[str]:
    known = {normal_form(each) for each in has}
    return [each for each in wanted if normal_form(each) in known]


def _reason(item: PlanItem, best: MemberSpec, able: Sequence[MemberSpec], free: Sequence[MemberSpec]) -> str:
    parts = []
    if item.specialization and _is_special(item, best):
        parts.append(f"Specialization '{best.specialization}'")
    if skills := _shared(item.skills, best.skills):
        parts.append(f"skills: {', '.join(skills)}")
    if tags := _shared(item.tags, best.tags):
        parts.append(f"tags: {', '.join(tags)}")
    if len(able) == 1:
        parts.append("the only one who may")
    elif len(free) == 1:
        parts.append("the only one who is free")
    elif not parts:
        parts.append("the least busy, then the first by name")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."
