"""Orchestrations in the definition file: read whole, every fault with its place, nothing guessed."""

import pytest

from agents_app.definition import InvalidDefinition, read_definition
from agents_app.definition.content import content_of
from agents_app.kinds import Kind
from agents_app.orchestration_spec import MemberSpec, OrchestrationSpec, Role

HEAD = """
baton: 1
connections: {main: {provider: scripted, script: echo}}
profiles:
  digging: {specialization: Digging, skills: [Deep], instructions: Dig.}
  looking: {specialization: Looking, instructions: Look.}
agents:
  ann: {profile: digging, connection: main, model: m}
  bea: {profile: looking, connection: main, model: m, tags: [sharp]}
orchestrations:
  team:
"""


def read(text: str) -> object:
    indented = "\n".join(f"    {line}" for line in text.strip().split("\n"))
    return read_definition(f"{HEAD}{indented}\n").orchestrations[0]


def codes(text: str) -> set[tuple[str, str]]:
    with pytest.raises(InvalidDefinition) as refused:
        read(text)
    return {
        (each.code, each.pointer.removeprefix("/orchestrations/team")) for each in refused.value.diagnostics
    }


def test_the_shortest_one_has_two_members_and_the_usual_review() -> None:
    team = read("members: [ann, bea]")

    assert [(each.agent, len(each.roles)) for each in team.members] == [("ann", 4), ("bea", 4)]  # type: ignore[attr-defined]
    assert (team.planner.kind, team.review.max_reviews, team.on_failure) == ("none", 3, "fail")  # type: ignore[attr-defined]


@pytest.mark.requirement("agents 36")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("description: x", ("no_members", "/members")),
        ("members: []", ("no_members", "/members")),
        ("members: [ann, carl]", ("unknown_reference", "/members/1")),
        ("members: [ann, ann]", ("duplicate_reference", "/members/1")),
        (
            "members: [{agent: ann, roles: [review]}, bea, {agent: bea}]",
            ("duplicate_reference", "/members/2"),
        ),
        ("members: [{agent: ann, roles: [dance]}, bea]", ("invalid_value", "/members/0/roles/0")),
        ("members: [{agent: ann, roles: [review]}]", ("no_members", "/members")),
        ("members: [ann, bea]\ncompose: carl", ("unknown_reference", "/compose")),
        ("members: [ann, {agent: bea, roles: [review]}]\ncompose: bea", ("unknown_reference", "/compose")),
        ("members: [ann, bea]\non_failure: shrug", ("invalid_value", "/on_failure")),
        ("members: [ann, bea]\nrouter: x", ("unknown_field", "/router")),
        ("members: [ann, bea]\nplanner: {kind: magic}", ("invalid_value", "/planner/kind")),
        ("members: [ann, bea]\nplanner: {kind: model}", ("required", "/planner/agent")),
        ("members: [ann, bea]\nplanner: {kind: model, agent: carl}", ("unknown_reference", "/planner/agent")),
        ("members: [ann, bea]\nplanner: {kind: static}", ("PLAN_INVALID", "/planner/tasks")),
        ("members: [ann, bea]\nreview: {max_reviews: 21}", ("invalid_value", "/review/max_reviews")),
        ("members: [ann, bea]\nreview: {rule: most}", ("invalid_value", "/review/rule")),
        (
            "members: [ann, bea]\nreview: {allow_self_review: 'yes'}",
            ("wrong_type", "/review/allow_self_review"),
        ),
        (
            "members: [ann, bea]\nreview: {rubric: [{name: a, min: 5, max: 5}]}",
            ("invalid_value", "/review/rubric/0"),
        ),
        (
            "members: [ann, bea]\nreview: {rubric: [{name: a}, {name: a}]}",
            ("duplicate_reference", "/review/rubric/1/name"),
        ),
        (
            "members: [ann, bea]\nreview: {rubric: [{name: a, at_least: 11}]}",
            ("invalid_value", "/review/rubric/0"),
        ),
        (
            "members: [ann, bea]\nreview: {rubric: [{name: a, max: .inf}]}",
            ("wrong_type", "/review/rubric/0/max"),
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_place(text: str, found: tuple[str, str]) -> None:
    assert found in codes(text)


@pytest.mark.requirement("agents 36")
@pytest.mark.parametrize(
    ("tasks", "pointer"),
    [
        ("[{key: a, title: A, prompt: x, specialization: Cooking}]", "/planner/tasks/0/specialization"),
        ("[{key: a, title: A, prompt: x, agent: carl}]", "/planner/tasks/0/agent"),
        ("[{key: a, title: A, prompt: x, depends_on: [a]}]", "/planner/tasks/0/depends_on"),
        ("[{key: a, title: A, prompt: x, depends_on: [b]}]", "/planner/tasks/0/depends_on"),
        ("[{key: a, title: A, prompt: x}, {key: a, title: B, prompt: y}]", "/planner/tasks/1/key"),
        (
            "[{key: a, title: A, prompt: x, depends_on: [b]}, {key: b, title: B, prompt: x, depends_on: [a]}]",
            "/planner/tasks/0/key",
        ),
    ],
)
def test_a_stored_plan_that_nobody_could_work_on_is_refused(tasks: str, pointer: str) -> None:
    text = f"members: [ann, bea]\nplanner: {{kind: static, tasks: {tasks}}}"

    assert ("PLAN_INVALID", pointer) in codes(text)


@pytest.mark.requirement("agents 30")
@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("members: [ann]", True),
        ("members: [ann]\nreview: {max_reviews: 0}", False),
        ("members: [ann]\nreview: {allow_self_review: true}", False),
        ("members: [{agent: ann, roles: [execute]}]\nreview: {allow_self_review: true}", True),
        ("members: [ann, {agent: bea, roles: [execute]}]", False),
        ("members: [ann, {agent: bea, roles: [plan]}]", True),
        ("members: [{agent: ann, roles: [execute]}, {agent: bea, roles: [review]}]", False),
    ],
)
def test_a_team_in_which_somebody_would_only_review_itself_is_refused(text: str, is_refused: bool) -> None:
    if is_refused:
        assert "no_reviewer" in {code for code, _ in codes(text)}
    else:
        read(text)


def test_roles_are_left_out_where_a_member_may_do_everything() -> None:
    member = MemberSpec(agent_id="", version_id="", version=1, name="ann", specialization="x")
    some = member.model_copy(update={"name": "bea", "roles": (Role.REVIEW,)})
    spec = OrchestrationSpec(orchestration_id="o", version=1, name="team", members=(member, some))

    content = content_of(Kind.ORCHESTRATION, spec.to_json())

    assert content == {"members": ["ann", {"agent": "bea", "roles": ["review"]}]}
