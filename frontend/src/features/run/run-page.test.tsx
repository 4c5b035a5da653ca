import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { showRun } from "@/features/run/testing/render-run";
import * as tell from "@/features/run/testing/stories";

const WAITING = tell.events(...tell.REFUNDED.slice(0, 6));
const REFUNDED = tell.events(...tell.REFUNDED);
const FELL_BACK = tell.events(...tell.FELL_BACK);
const HOSTILE = `<img src=x onerror=alert(1)> \u202Egnp.exe`;

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 404, headers: { "Content-Type": "application/json" } })));
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(">="), addEventListener: () => undefined, removeEventListener: () => undefined }));
  // The list of rows asks how high it is; jsdom lays nothing out.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(640);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(900);
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const story = () => within(screen.getByRole("list", { name: "Story of the run" }));
const rows = () => screen.getAllByRole("treeitem").map((row) => row.id.replace("row-", ""));

describe("the page of a run", () => {
  it("tells the story and names who is awaited", async () => {
    await showRun(WAITING);

    expect(story().getByText("and waits for a person", { exact: false })).toBeTruthy();
    expect(screen.getAllByText(/^Waiting for you, /)).not.toEqual([]);
    expect(screen.getAllByRole("link", { name: "Decide" })[0]?.getAttribute("href")).toBe("/approvals/p1");
    expect(screen.getAllByRole("button", { name: /Decide now/ })).not.toEqual([]);
  });

  it("offers no decision to who may not decide, and says who is asked", async () => {
    await showRun(WAITING, "", ["runs:read"]);

    expect(screen.queryByRole("link", { name: "Decide" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Decide now/ })).toBeNull();
    expect(story().getByText("Asked: a reviewer, an admin or an owner of the project")).toBeTruthy();
  });

  it("goes on by itself when events come", async () => {
    const shown = await showRun(WAITING);

    shown.hear(REFUNDED.slice(6));

    expect(story().getByText("The money is on its way.")).toBeTruthy();
    expect(screen.getAllByText("Completed")).not.toEqual([]);
    expect(screen.queryByRole("button", { name: /Decide now/ })).toBeNull();
  });

  it("shows the words of the model as they arrive", async () => {
    const shown = await showRun(tell.events(tell.created(), tell.asked(1)));

    shown.say("s1", "Hello Ann, I");
    shown.say("s1", "Hello Ann, I have looked");

    expect(story().getByText("Hello Ann, I have looked")).toBeTruthy();
  });

  it("shows words of others as text, with nothing hidden in them", async () => {
    await showRun(
      tell.events(
        tell.created(0, { input: HOSTILE }),
        tell.asked(1),
        tell.replied(2, ["c1"], { text: HOSTILE }),
        tell.proposed(2, "allow", "c1", { sentence: HOSTILE }),
        tell.calling(2.1),
        tell.ended(3, "ok", { content: JSON.stringify({ [HOSTILE]: HOSTILE }) }),
      ),
      "?step=c1",
    );

    expect(document.querySelector("img")).toBeNull();
    expect(document.body.textContent).not.toContain("\u202E");
    expect(document.body.textContent).toContain("⟨U+202E⟩");
  });

  it("names the run by what was asked with its emoji whole", async () => {
    await showRun(tell.events(tell.created(0, { input: "Thanks 👩‍💻, it arrived torn." })));

    expect(screen.getByRole("heading", { name: "“Thanks 👩‍💻, it arrived torn.”" })).toBeTruthy();
  });

  it("says on a phone what its number of tokens is", async () => {
    await showRun(WAITING);

    expect(screen.getByText(/^[\d.,]+( of [\d.,]+)? tokens$/)).toBeTruthy();
  });

  it("keeps the step when the tab changes, and has both in the address", async () => {
    const user = userEvent.setup();
    const shown = await showRun(REFUNDED);

    await user.click(story().getAllByRole("button", { name: /asked for/ })[0] ?? document.body);
    expect(shown.address()).toMatch(/\?step=c1$/);
    await user.keyboard("2");

    expect(shown.address()).toMatch(/tab=waterfall&step=c1$/);
    // The card stands under its call; where the person was is the card.
    expect(screen.getAllByRole("treeitem", { selected: true }).map((row) => row.id)).toEqual(["row-p1"]);
    await user.keyboard("{Escape}");
    expect(shown.address()).toMatch(/\?tab=waterfall$/);
  });

  it("opens at the step that the address names, and says when there is none", async () => {
    await showRun(REFUNDED, "?step=c1");
    expect(within(screen.getByRole("complementary", { name: "Step" })).getByRole("heading", { level: 2 }).textContent).toBe("issue_refund");
    cleanup();

    await showRun(REFUNDED, "?step=elsewhere");
    expect(screen.getByText("This step is not in the run")).toBeTruthy();
  });

  it("is a tree that folds, moves and finds by key", async () => {
    const user = userEvent.setup();
    await showRun(REFUNDED, "?tab=waterfall");
    expect(rows()).toEqual(["run", "agent", "s1", "c1", "p1", "s2"]);

    await user.keyboard("{End}{ArrowUp}{ArrowLeft}{ArrowLeft}");
    expect(rows()).toEqual(["run", "agent", "s1", "c1", "s2"]);
    expect(screen.getByRole("tree").getAttribute("aria-activedescendant")).toBe("row-c1");

    await user.keyboard("/");
    await user.keyboard("Jonas{Enter}");
    expect(rows()).toContain("p1");
    expect(screen.getByText("1 of 1")).toBeTruthy();
  });

  it("goes to the next wait or error", async () => {
    const user = userEvent.setup();
    await showRun(WAITING, "?tab=waterfall");

    await user.keyboard("w");
    expect(screen.getByRole("tree").getAttribute("aria-activedescendant")).toBe("row-c1");
    await user.keyboard("w");
    expect(screen.getByRole("tree").getAttribute("aria-activedescendant")).toBe("row-p1");
  });

  it("draws what is seen of thousands of steps alone", async () => {
    const user = userEvent.setup();
    const told = Array.from({ length: 2_000 }, (_, index) => [
      tell.asked(index, `s${index}`, index + 1),
      tell.replied(index + 0.5, [], { text: `Answer ${index}` }, `s${index}`),
    ]).flat();
    await showRun(tell.events(tell.created(), ...told), "?tab=waterfall");

    expect(screen.getAllByRole("treeitem").length).toBeLessThan(80);
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(screen.getByRole("tree").getAttribute("aria-activedescendant")).toBe("row-s0");
  });

  it("shows nothing of a run that is gone or foreign", async () => {
    const shown = await showRun(WAITING);

    shown.lose();

    expect(screen.getAllByText("There is no such run")).not.toEqual([]);
    expect(document.body.textContent).not.toContain("jacket");
  });

  it("says why it failed and what can be done, with the act beside it", async () => {
    await showRun(tell.events(tell.created(), tell.end(5, "run_failed", { code: "provider_unavailable", message: "no route", call: null })));

    expect(story().getByText("The model provider could not be reached.", { exact: false })).toBeTruthy();
    expect(story().getByText(/Check the base URL/)).toBeTruthy();
    expect(story().getByRole("button", { name: /Start it again/ })).toBeTruthy();
  });

  it("tells in the tab Cost what each model and each call cost, and that the tries add up", async () => {
    const user = userEvent.setup();
    await showRun(FELL_BACK);

    await user.keyboard("4");

    const models = within(screen.getByRole("table", { name: "By model" }));
    expect(models.getAllByRole("row").map((row) => row.textContent)).toEqual([
      "ModelTriesFreshCachedOutputReasoningCostShare of cost",
      "nord-1openai22 failed30004$0.001226%",
      "sud-2anthropic1212100185$0.00340056774%",
      "Total32 failed512100225$0.004600567",
    ]);
    expect(screen.getByText("1 try gave no reply and cost $0.0012 all the same.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Call 1/ }));
    expect(within(screen.getByRole("complementary", { name: "Step" })).getByText("fallback 1 of the agent")).toBeTruthy();
  });

  it("says in the panel whom each try asked, what went wrong and what Baton did then", async () => {
    const user = userEvent.setup();
    await showRun(FELL_BACK, "?step=s1");

    await user.click(screen.getByRole("tab", { name: /^Tries/ }));

    const panel = screen.getByRole("tabpanel").textContent;
    expect(panel).toMatch(/nord-1 at openai, .*took 0\.4 s/);
    expect(panel).toContain("Baton tried again after 2.0 s.");
    expect(panel).toContain("Nothing was read or written.");
    expect(panel).toContain("Then Baton asked sud-2 at anthropic, fallback 1 of the agent.");
    expect(screen.getByText("Answered by").nextSibling?.textContent).toBe("sud-2, fallback 1");
  });

  it("shows how a structured answer was read, and the answer as JSON that can be copied", async () => {
    await showRun(tell.events(...tell.ASKED_AGAIN), "?step=s2");

    const ways = within(screen.getByRole("list", { name: "Ways of reading, in order" }));
    expect(ways.getAllByRole("listitem").map((each) => each.textContent)).toEqual([
      "Exactly as JSON: it is not one JSON objectnot_json",
      "Out of its code fence: it could be read",
      "Against the schema: it fits",
    ]);
    expect(screen.getByRole("button", { name: "Copy answer" })).toBeTruthy();
    cleanup();

    await showRun(tell.events(...tell.ASKED_AGAIN), "?step=s1");
    expect(screen.getByText("The model was told:").parentElement?.textContent).toBe("The model was told: It is not one JSON object. not_json");
  });

  it("counts down to the next try, and then says that it is under way", async () => {
    vi.useFakeTimers({ now: Date.parse(tell.at(1.2)), toFake: ["Date"] });
    const shown = await showRun(tell.events(tell.created(), tell.asked(0)));
    shown.hear([{ ...tell.events(tell.tryFailed(1, 1, 7000))[0], seq: 3 } as never]);
    expect(story().getByRole("timer").textContent).toBe("Try 2 in 7 s");
    vi.useRealTimers();

    expect(await story().findByText("Try 2 is under way", undefined, { timeout: 3000 })).toBeTruthy();
  });

  it("says why a cost is not known, and leads to the prices whoever may publish some", async () => {
    const told = [tell.created(), tell.asked(0), tell.replied(1, [], { text: "Hi", model: "nord-1", provider: "openai" })];
    await showRun(tell.events(...told), "?tab=cost", ["runs:read", "agents:edit"]);
    expect(screen.getByText("nord-1 has no price here.", { exact: false })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Prices" }).getAttribute("href")).toBe("/settings/prices");
    cleanup();

    await showRun(tell.events(...told), "?tab=cost", ["runs:read"]);
    expect(screen.queryByRole("link", { name: "Prices" })).toBeNull();
  });

  it.each(["?tab=cost", "?tab=cost&step=s1", "?tab=waterfall&step=s1"])("has no fault of accessibility with a fallback at %s", async (place) => {
    await showRun(FELL_BACK, place);

    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });

    expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  });

  it.each(["", "?step=c1", "?tab=waterfall&step=s1", "?step=p1"])("has no fault of accessibility at %s", async (place) => {
    await showRun(WAITING, place);

    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });

    expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  });
});
