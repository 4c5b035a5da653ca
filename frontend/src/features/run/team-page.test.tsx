import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { showRun } from "@/features/run/testing/render-run";
import { events, REFUNDED } from "@/features/run/testing/stories";
import { NEWSROOM, NO_FACTS } from "@/features/run/testing/teams";

const ENDED = events(...NEWSROOM);
let phone = false;

beforeEach(() => {
  phone = false;
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 404, headers: { "Content-Type": "application/json" } })));
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes(">=") ? !phone : phone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(640);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(900);
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const about = () => screen.findByRole("region", { name: "About the task" });

describe("the page of a team's run", () => {
  it("names the team and its version, and has a tab for the plan", async () => {
    await showRun(ENDED);

    expect(screen.getByText("newsroom, version 2")).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Plan/ })).toBeTruthy();
  });

  it("has no such tab for one agent", async () => {
    await showRun(events(...REFUNDED), "?tab=plan");

    expect(screen.queryByRole("link", { name: /^Plan/ })).toBeNull();
    expect(screen.getByRole("list", { name: "Story of the run" })).toBeTruthy();
  });

  it("shows the task that the address names, with its rounds and what a revision changed", async () => {
    await showRun(ENDED, "?tab=plan&item=facts");

    const detail = within(await about());
    expect(detail.getByRole("heading", { name: "Find the facts" })).toBeTruthy();
    expect(detail.getByText("Specialization 'writing'; the only one who may.")).toBeTruthy();
    expect(detail.getByText("It was reviewed as often as it may be. Its last revision was not reviewed.")).toBeTruthy();
    expect(detail.getByText("asks for more work")).toBeTruthy();
    expect(detail.getByText(", below what is asked for", { exact: false }).textContent).toBe("depth 4.5, below what is asked for");
    expect(detail.getByRole("table").textContent).toContain("Nine jackets tear.");
  });

  it("goes to another task by its node, and has it in the address", async () => {
    const { address } = await showRun(ENDED, "?tab=plan");

    await userEvent.click(await screen.findByRole("button", { name: /Write the story/ }));

    expect(address()).toContain("tab=plan&item=story");
    expect(within(await about()).getByRole("heading", { name: "Write the story" })).toBeTruthy();
  });

  it("leads from the story to the task", async () => {
    const { address } = await showRun(ENDED);

    await userEvent.click(screen.getByText("is done: it was reviewed as often", { exact: false }));

    expect(address()).toContain("tab=plan&item=facts");
  });

  it("keeps what was shown first while the run goes on", async () => {
    const { hear } = await showRun(ENDED.slice(0, 8), "?tab=plan");
    expect(within(await about()).getByRole("heading", { name: "Find the facts" })).toBeTruthy();

    hear(ENDED.slice(8));

    expect(within(await about()).getByRole("heading", { name: "Find the facts" })).toBeTruthy();
  });

  it("is a list on a phone, from which a task is opened and left again", async () => {
    phone = true;
    const { address } = await showRun(ENDED, "?tab=plan");

    await userEvent.click(await screen.findByRole("button", { name: /Find a picture/ }));
    expect(address()).toContain("item=picture");
    await userEvent.click(screen.getByRole("button", { name: "All tasks" }));

    expect(address()).not.toContain("item=");
  });

  it.each([
    ["", ENDED],
    ["?tab=waterfall", ENDED],
    ["?tab=cost", ENDED],
    ["?tab=plan", ENDED],
    ["?tab=plan&item=story", events(...NO_FACTS)],
    ["?tab=plan", ENDED.slice(0, 8)],
  ])("has no fault of accessibility at %s", async (place, told) => {
    await showRun(told, place);
    if (place.includes("plan")) await about();

    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });

    expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  });
});
