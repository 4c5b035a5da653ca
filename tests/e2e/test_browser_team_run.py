"""A team's run in the browser: its plan, its parallel work, its reviews, and what a revision changed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import SIZES, Scheme, Window, assert_accessible, assert_fits, keep, sign_in, window
from browser_rest import post
from playwright.sync_api import Browser, Page, expect
from stack import Stack

REQUEST = "Nine customers say that their jacket tore. What do we tell everybody who bought one?"
FACTS = "Find out how many jackets tore"
LETTER = "Write the letter to everybody who bought one, with what we offer and until when"
FIRST = "Nine jackets tore in November.\n\nMost of them were size M.\n\nNobody was hurt."
SECOND = "Nine of 412 jackets tore in November.\n\nSix of them were size M, three size L.\n\nNobody was hurt."


def add_agent(page: Page, name: str, *texts: str, latency: int) -> None:
    script = {"latency_ms": latency, "gap_ms": 5, "replies": [{"text": text} for text in texts]}
    post(page, "/connections", {"name": f"{name} model", "provider": "scripted", "script": script})
    content = {"profile": "refunds", "connection": f"{name} model", "model": "scripted"}
    made = post(page, "/agents", {"name": name, "content": content})
    post(page, f"/agents/{made['id']}/publish", {"notes": ""}, 1)


def verdict(*, more: bool, comments: str, depth: float) -> str:
    return json.dumps({"needs_more_work": more, "comments": comments, "scores": {"depth": depth}})


def a_plan() -> str:
    tasks = [
        ("facts", FACTS, []),
        ("prices", "Look up what a repair costs", []),
        ("letter", LETTER, ["facts", "prices"]),
        ("questions", "Answer the likely questions", ["facts"]),
    ]
    return json.dumps(
        {
            "tasks": [
                {
                    "key": key,
                    "title": title,
                    "prompt": f"{title}.",
                    "specialization": "Refunds",
                    "depends_on": needs,
                }
                for key, title, needs in tasks
            ]
        }
    )


def start_team(page: Page, latency: int = 150) -> str:
    """Publishes six agents and their orchestration, and starts a run of it."""
    add_agent(page, "planner", a_plan(), latency=latency)
    for name in ("researcher", "clerk"):
        add_agent(page, name, FIRST, SECOND, latency=latency * 2)
    more = verdict(more=True, comments="Say of how many, and name the sizes.", depth=4.5)
    add_agent(page, "critic", more, latency=latency)
    add_agent(page, "lawyer", verdict(more=False, comments="Nothing against it.", depth=7), latency=latency)
    add_agent(page, "composer", "Nine of 412 jackets tore; we mend them for nothing.", latency=latency)
    roles = {
        "planner": "plan",
        "researcher": "execute",
        "clerk": "execute",
        "critic": "review",
        "lawyer": "review",
        "composer": "compose",
    }
    content = {
        "members": [{"agent": agent, "roles": [role]} for agent, role in roles.items()],
        "planner": {"kind": "model", "agent": "planner"},
        "review": {"max_reviews": 1, "reviewers": 2, "rubric": [{"name": "depth", "at_least": 5}]},
        "compose": "composer",
    }
    made = post(page, "/orchestrations", {"name": "recall desk", "content": content})
    post(page, f"/orchestrations/{made['id']}/publish", {"notes": ""}, 1)
    return str(post(page, "/runs", {"orchestration": "recall desk", "input": REQUEST})["id"])


@pytest.fixture(scope="module")
def desk(platform: Stack, browser: Browser) -> Iterator[Window]:
    with window(browser, platform.demo["url"]) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.close()
        yield seen


@pytest.fixture(scope="module")
def run(platform: Stack, desk: Window) -> str:
    page = desk.new_page()
    page.goto("/o/nordlicht/p/support/runs")
    started = start_team(page)
    platform.wait_end(started)
    page.close()
    return started


def opened(desk: Window, run: str, place: str = "") -> Page:
    page = desk.new_page()
    page.goto(f"/o/nordlicht/p/support/runs/{run}{place}")
    return page


@pytest.mark.requirement("issue 5 run of a team")
def test_the_story_tells_the_plan_the_reviews_and_the_ends(desk: Window, run: str) -> None:
    page = opened(desk, run)

    expect(page.get_by_text("recall desk, version 1").first).to_be_visible()
    story = page.get_by_role("list", name="Story of the run")
    expect(story).to_contain_text("planner made a plan of 4 tasks")
    expect(story).to_contain_text(f"critic asks for more work on “{FACTS}”")
    expect(story).to_contain_text(f"lawyer is content with “{FACTS}”")
    expect(story).to_contain_text("Its last revision was not reviewed.")
    expect(story).not_to_contain_text("needs_more_work")
    page.close()
    desk.assert_clean()


@pytest.mark.requirement("issue 5 run of a team")
def test_the_plan_shows_what_a_revision_changed_and_stands_in_the_address(desk: Window, run: str) -> None:
    page = opened(desk, run, "?tab=plan")

    page.get_by_role("list", name="Tasks and what each waits for").get_by_role("button", name=LETTER).press(
        "Enter"
    )
    expect(page).to_have_url(f"{desk.url}/o/nordlicht/p/support/runs/{run}?tab=plan&item=letter")
    page.reload()
    about = page.get_by_role("region", name="About the task")
    expect(about.get_by_role("heading", name=LETTER)).to_be_visible()
    expect(about).to_contain_text("below what is asked for")
    expect(about.get_by_role("table").first).to_contain_text("Nine of 412 jackets tore")
    page.close()
    desk.assert_clean()


@pytest.mark.requirement("issue 5 run of a team")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_of_it_fits_and_can_be_used_by_everybody(
    platform: Stack, browser: Browser, run: str, size: str, scheme: Scheme, tmp_path: Path
) -> None:
    with window(browser, platform.demo["url"], size, scheme) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        for name, place in {
            "story": "",
            "waterfall": "?tab=waterfall",
            "plan": "?tab=plan",
            "task": "?tab=plan&item=letter",
            "cost": "?tab=cost",
        }.items():
            page.goto(f"/o/nordlicht/p/support/runs/{run}{place}")
            expect(page.get_by_role("link", name="Plan 4")).to_be_visible()
            page.wait_for_load_state("networkidle")
            keep(page, tmp_path, f"team-{name}-{size}-{scheme}")
            assert_fits(page)
            assert_accessible(page)
        seen.assert_clean()
