"""The orchestrations of a definition: who takes part, who plans, how work is reviewed."""

from collections.abc import Iterator, Mapping

from agents_app.definition.agents import MAX_NAME, read_limits
from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import Node, Scalar, Sequence
from agents_app.definition.members import named_member
from agents_app.definition.names import refuse_hidden_signs
from agents_app.definition.planner import read_planner
from agents_app.definition.reader import Reader
from agents_app.definition.reviews import read_review
from agents_app.definition.values import AgentFacts, MemberDefinition, OrchestrationDefinition
from agents_app.orchestration_spec import EVERY_ROLE, MOST_MEMBERS, MemberSpec, Role

NO_MEMBERS = "no_members"
NO_REVIEWER = "no_reviewer"


def read_orchestrations(
    section: Reader | None, agents: Mapping[str, AgentFacts], findings: Findings
) -> Iterator[OrchestrationDefinition]:
    """Every orchestration. `agents` are those that may take part, by name."""
    for entry in section.entries() if section else ():
        if not entry.key.strip() or len(entry.key) > MAX_NAME:
            message = f"An orchestration has a name of 1 to {MAX_NAME} characters."
            findings.add("invalid_name", message, entry.at)
        refuse_hidden_signs("An orchestration's name", entry, findings)
        reader = Reader(entry.node, f"orchestration '{entry.key}'", findings)
        members = tuple(_members(reader, agents))
        stand_ins = tuple(_stand_in(each, agents) for each in members)
        orchestration = OrchestrationDefinition(
            name=entry.key,
            description=reader.text("description").strip(),
            members=members,
            planner=read_planner(reader, stand_ins),
            review=read_review(reader),
            compose=named_member(reader, "compose", stand_ins, Role.COMPOSE),
            on_failure="continue" if _goes_on(reader) else "fail",
            limits=read_limits(reader),
        )
        reader.refuse_unknown()
        _refuse_own_reviews(reader, orchestration)
        yield orchestration


def _members(reader: Reader, agents: Mapping[str, AgentFacts]) -> Iterator[MemberDefinition]:
    node = reader.node("members")
    items = node.items if isinstance(node, Sequence) else () if node is None else (node,)
    seen: set[str] = set()
    executors = 0
    for item in items[:MOST_MEMBERS]:
        member = _member(reader, item)
        if member.agent and member.agent not in agents:
            message = f"There is no agent '{member.agent}' here."
            reader.add("unknown_reference", message, item.at)
        if member.agent in seen:
            reader.add("duplicate_reference", f"'{member.agent}' is a member already.", item.at)
            continue
        seen.add(member.agent)
        executors += Role.EXECUTE in member.roles
        yield member
    if len(items) > MOST_MEMBERS:
        reader.add("too_long", f"At most {MOST_MEMBERS} members.", reader.at_key("members"))
    if not executors:
        message = f"{reader.where} needs a member that executes."
        reader.add(NO_MEMBERS, message, reader.at_key("members"))


def _goes_on(reader: Reader) -> bool:
    return reader.one_of("on_failure", ("fail", "continue"), "fail") == "continue"


def _member(reader: Reader, item: Node) -> MemberDefinition:
    if isinstance(item, Scalar):
        return MemberDefinition(reader.text_of(item, f"a member of {reader.where}", required=True))
    member = Reader(item, f"a member of {reader.where}", reader.findings)
    name = member.text("agent", required=True)
    roles = []
    for text, at in member.texts("roles"):
        if text not in EVERY_ROLE:
            member.add("invalid_value", f"{text!r} is not one of {', '.join(EVERY_ROLE)}.", at)
        else:
            roles.append(Role(text))
    member.refuse_unknown()
    return MemberDefinition(name, tuple(dict.fromkeys(roles)) or EVERY_ROLE)


def _stand_in(member: MemberDefinition, agents: Mapping[str, AgentFacts]) -> MemberSpec:
    """The member as plans are judged with it, before it has a version."""
    facts = agents.get(member.agent) or AgentFacts("")
    return MemberSpec(
        agent_id="",
        version_id="",
        version=0,
        name=member.agent,
        specialization=facts.specialization,
        skills=facts.skills,
        tags=facts.tags,
        roles=member.roles,
    )


def _refuse_own_reviews(reader: Reader, orchestration: OrchestrationDefinition) -> None:
    """Reviews are wanted and the only one who may review is the only one who executes."""
    review, planner = orchestration.review, orchestration.planner
    executors = {each.agent for each in orchestration.members if Role.EXECUTE in each.roles}
    if planner.kind == "none" and planner.agent:
        executors &= {planner.agent}
    reviewers = {each.agent for each in orchestration.members if Role.REVIEW in each.roles}
    has_other = bool(reviewers - executors) or (bool(reviewers) and len(executors) > 1)
    if review.max_reviews == 0 or has_other or (bool(reviewers) and review.allow_self_review):
        return
    only = ", ".join(sorted(executors)) or "nobody"
    message = (
        f"Nobody but {only} could review the work of {only}. Add a member that reviews, or write under "
        "'review' either 'max_reviews: 0' or 'allow_self_review: true'."
    )
    at = reader.at_key("review" if reader.has("review") else "members")
    reader.add(NO_REVIEWER, message, at)
