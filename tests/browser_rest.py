"""What the person of a page asks for over REST, with the page's own session."""

import json
from typing import Any

from playwright.sync_api import Page


def post(page: Page, path: str, body: object, version: int | None = None) -> dict[str, Any]:
    """As the person whose page it is."""
    boot = json.loads(page.locator("#boot").text_content() or "")
    cookies = {each.get("name"): each.get("value") for each in page.context.cookies()}
    headers = {
        "X-CSRFToken": str(cookies[boot["csrf_cookie"]]),
        "Origin": page.url.split("/o/")[0],
        "Baton-Project": boot["project"]["id"],
    }
    if version is not None:
        headers["If-Match"] = f'"{version}"'
    answer = page.request.post(f"/api/v1{path}", data=body, headers=headers)
    assert answer.ok, answer.text()
    return dict(answer.json())


def get(page: Page, path: str) -> dict[str, Any]:
    """As the person whose page it is."""
    boot = json.loads(page.locator("#boot").text_content() or "")
    answer = page.request.get(f"/api/v1{path}", headers={"Baton-Project": boot["project"]["id"]})
    assert answer.ok, answer.text()
    return dict(answer.json())


def start_with(page: Page, agent: str, content: dict[str, Any]) -> str:
    """A run of an agent that is made for it."""
    made = post(page, "/agents", {"name": agent, "content": {"profile": "refunds", **content}})
    post(page, f"/agents/{made['id']}/publish", {"notes": ""}, 1)
    return str(post(page, "/runs", {"agent": agent, "input": "My jacket arrived torn."})["id"])
