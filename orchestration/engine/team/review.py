"""The review loop: execute, review by others, revise by the author, until they are content or it was enough.

Agents 30-35. A round of several reviewers counts as one review. If the last one asks for changes, the author
revises once more, and the result is marked as not reviewed.
"""

from dataclasses import dataclass, replace

from agents_app.orchestration_spec import OrchestrationSpec
from orchestration.engine.team.selection import Busy, Field, Nobody, Selected, select_reviewer
from orchestration.engine.team.state import EndReason, ItemState, Stage, TaskKind
from orchestration.engine.team.steps import EndItem, StartTask


@dataclass(frozen=True, slots=True)
class Revise:
    """The author has to change its work, as soon as it is free."""

    round: int


def after_work(item: ItemState, spec: OrchestrationSpec, field: Field) -> EndItem | tuple[StartTask, ...]:
    """There is new work: reviews of it to start (none: all who may review are at work), or its end."""
    rule = spec.review
    if rule.max_reviews == 0:
        return _done(item, EndReason.NOT_WANTED)
    if len(item.rounds) >= rule.max_reviews:
        return _done(item, EndReason.MAX_REVIEWS_REACHED, unreviewed=True)
    chosen: list[StartTask] = []
    used = {name for each in item.rounds for name in each.reviewers}
    taken: set[str] = set()
    while len(chosen) < rule.reviewers:
        # Somebody chosen is no choice for the same round any more, as if there were no such member.
        left = replace(field, members=[each for each in field.members if each.name not in taken])
        alone = rule.allow_self_review and not taken  # with anybody beside it, somebody else may
        picked = select_reviewer(item.item, left, author=item.author, used=used, allow_self_review=alone)
        match picked:
            case Selected(member, reason):
                taken.add(member.name)
                number = len(item.rounds) + 1
                chosen.append(StartTask(TaskKind.REVIEW, member, reason, item.item.key, number))
            case Busy():
                return ()
            case Nobody() if chosen:
                break
            case Nobody():
                return _done(item, EndReason.NO_REVIEWER)
    return tuple(chosen)


def after_round(item: ItemState, spec: OrchestrationSpec) -> EndItem | Revise:
    """Every reviewer of the round has ended: what their verdicts come to."""
    last = item.rounds[-1]
    if not last.read:
        return _done(item, EndReason.FAILED)
    content = sum(verdict.is_content for _, verdict in last.read)
    if spec.review.enough(content, len(last.reviewers)):
        return _done(item, EndReason.APPROVED)
    if all(verdict.is_content for _, verdict in last.read):
        # Not enough could be read, and nobody has asked for anything that the author could change.
        return _done(item, EndReason.FAILED)
    return Revise(last.number)


def _done(item: ItemState, reason: EndReason, *, unreviewed: bool = False) -> EndItem:
    return EndItem(item.item.key, Stage.DONE, reason, final_revision_unreviewed=unreviewed)
