// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { setBoot } from "@/api/boot";
import { ApiError } from "@/api/errors";
import { KeyDispatcher } from "@/commands/dispatcher";
import { registry } from "@/commands/registry";
import { useCommands } from "@/commands/use-commands";

import { type ApprovalCard, type Stance, stanceOf } from "../model/card";
import { type DeskDuties, DeskStore } from "../model/desk-store";
import { fieldsOf } from "../model/fields";
import { KOFI, inMinutes, NOON, sampleCard } from "../model/samples";
import type { Refusal } from "../model/refusal";
import { approvalCommands } from "../use-approval-commands";
import { DecisionBar } from "./bar";

const time = { now: 0 };
let send: ReturnType<typeof vi.fn<DeskDuties["send"]>>;
let stop: () => void;

beforeEach(() => {
  time.now = 0;
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  signedIn(["approvals:read", "approvals:decide"]);
  send = vi.fn<DeskDuties["send"]>(() => Promise.resolve(sampleCard()));
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  const dispatcher = new KeyDispatcher({ registry, singleKeys: () => true, onRefused: () => undefined });
  const listen = (event: KeyboardEvent) => void dispatcher.handle(event);
  window.addEventListener("keydown", listen);
  stop = () => window.removeEventListener("keydown", listen);
});

afterEach(() => {
  stop();
  cleanup();
  vi.useRealTimers();
});

function signedIn(scopes: string[]): void {
  setBoot({
    person: { id: "user-ana", name: "Ana Ruiz", email: "ana@example.test" },
    key: null,
    organization: { id: "o", name: "O", slug: "o" },
    project: { id: "p", name: "P", slug: "p" },
    role: "reviewer",
    scopes: scopes,
    projects: [],
    demo: false,
    first_decision: false,
    csrf_cookie: "c",
    nonce: "n",
  });
}

function Bench({ card, stance, next }: { card: ApprovalCard; stance: Stance | undefined; next: () => void }) {
  const [desk] = useState(
    () => new DeskStore({ send, stored: () => undefined, refused: () => undefined }, () => time.now),
  );
  useEffect(() => desk.show(card), [desk, card]);
  const acts = { next, skip: next, openRun: () => undefined, copyLink: () => undefined, takeBack: () => undefined, showNewer: () => undefined };
  useCommands(
    approvalCommands({
      approve: () => desk.approve("key"),
      reject: () => desk.dispatch({ type: "open_form", held: false }),
      move: next,
      read: () => undefined,
      skip: next,
      openRun: null,
      copyLink: null,
      filter: () => undefined,
      showNew: () => undefined,
      showView: () => undefined,
      back: null,
      clear: null,
    }),
  );
  const reading = {
    card,
    stance: stance ?? stanceOf(card, NOON),
    fields: fieldsOf(card.arguments, card.input_schema),
    run: undefined,
    runFailed: false,
    alike: undefined,
  };
  return <DecisionBar reading={reading} desk={desk} acts={acts} />;
}

function open(change: Partial<ApprovalCard> = {}, stance?: Stance) {
  const next = vi.fn();
  render(<Bench card={sampleCard(change)} stance={stance} next={next} />);
  time.now = 1000;
  return { next, user: userEvent.setup() };
}

function refuseWith(status: number, code: string, details: Record<string, unknown> = {}): void {
  send.mockRejectedValue(new ApiError({ status, code, message: "", requestId: "r-1", details }));
}

describe("approve", () => {
  it("takes one press of A at medium risk", async () => {
    const { user } = open();

    await user.keyboard("a");

    expect(send).toHaveBeenCalledOnce();
    expect(send.mock.calls[0]?.[0]).toMatchObject({ decision: "approve", digest: "9f3ac1d2".repeat(8), version: 1 });
  });

  it("decides nothing in the first 400 ms, by key or by button", async () => {
    const { user } = open();
    time.now = 399;

    await user.keyboard("a");
    await user.click(screen.getByRole("button", { name: /Approve/ }));

    expect(send).not.toHaveBeenCalled();
  });

  it("decides nothing by a key held down since the card before", async () => {
    const { user } = open({ risk: "high" });
    time.now = 100;

    await user.keyboard("{a>20}");
    time.now = 2000;
    await user.keyboard("{a>20/}");

    expect(send).not.toHaveBeenCalled();
  });

  it("asks once more at high risk, with the amount, and Enter confirms", async () => {
    const { user } = open({ risk: "high" });

    await user.keyboard("a");
    expect(screen.getByRole("button", { name: /Approve €240\.00\?/ })).toBe(document.activeElement);
    expect(send).not.toHaveBeenCalled();

    await user.keyboard("{Enter}");
    expect(send).toHaveBeenCalledOnce();
  });

  it("is disarmed by any other key and by a press elsewhere", async () => {
    const { user } = open({ risk: "high" });

    await user.keyboard("a");
    await user.keyboard("x");
    await user.keyboard("{Enter}");
    expect(send).not.toHaveBeenCalled();
    expect(screen.queryByText(/Enter approves it/)).toBeNull();

    await user.keyboard("a");
    await user.click(document.body);
    expect(screen.queryByText(/Enter approves it/)).toBeNull();
    expect(send).not.toHaveBeenCalled();
  });

  it("says when the call starts, how to take it back and what exactly is approved", () => {
    open({ grace_seconds: 6 });

    const bar = screen.getByRole("contentinfo", { name: "Decision" });
    expect(bar.textContent).toContain("The call starts 6 s later; until then");
    expect(bar.textContent).toContain("You approve exactly what is shown: 9f3a c1d2");
  });

  it("says that nothing can be taken back where there is no grace", () => {
    open();

    expect(screen.getByText(/starts at once and cannot be taken back/)).toBeTruthy();
  });
});

describe("reject", () => {
  it("opens by R, takes a numbered reason and own words, and Ctrl Enter sends both", async () => {
    const { user } = open();

    await user.keyboard("r");
    await user.keyboard("2");
    await user.keyboard("Only a seam, 1 cm.");
    await user.keyboard("{Control>}{Enter}{/Control}");

    expect(send.mock.calls[0]?.[0]).toMatchObject({
      decision: "reject",
      reason: "Amount is too high. Only a seam, 1 cm.",
    });
  });

  it("keeps reason and words when it is closed and opened again", async () => {
    const { user } = open();

    await user.keyboard("r");
    await user.keyboard("1");
    await user.keyboard("Where is the photo?{Escape}");
    expect(screen.queryByRole("textbox")).toBeNull();

    await user.keyboard("r");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Where is the photo?");
    expect(screen.getByRole("radio", { checked: true }).textContent).toContain("Proof is missing");
    expect(send).not.toHaveBeenCalled();
  });

  it("does not approve while words with an A are written", async () => {
    const { user } = open();

    await user.keyboard("r");
    await user.keyboard("5");
    await user.keyboard("a AA{Enter}a");

    expect(send).not.toHaveBeenCalled();
  });
});

describe("a decision that is not stored", () => {
  it("says who was quicker and keeps what was written", async () => {
    refuseWith(409, "approval_already_decided", { by: "Kofi Larsen", at: inMinutes(-0.1), decision: "approve" });
    const { user, next } = open();

    await user.keyboard("r");
    await user.keyboard("1");
    await user.keyboard("A photo, please{Control>}{Enter}{/Control}");

    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Kofi Larsen was 6 s quicker: approved."));
    expect(screen.getByRole("alert").textContent).toContain("Your rejection was not used.");
    expect(screen.getByRole("alert").textContent).toContain("Proof is missing. A photo, please");
    await user.click(screen.getByRole("button", { name: /Next approval/ }));
    expect(next).toHaveBeenCalledOnce();
  });

  it("sends the same again when no answer came", async () => {
    refuseWith(0, "no_answer");
    const { user } = open();
    await user.keyboard("a");
    const again = await screen.findByRole("button", { name: "Send it again" });

    send.mockResolvedValue(sampleCard());
    await user.click(again);

    expect(send).toHaveBeenCalledTimes(2);
    expect(send.mock.calls[1]?.[0]).toEqual(send.mock.calls[0]?.[0]);
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("says who is signed out where to sign in, and sends the same afterwards", async () => {
    refuseWith(401, "not_authenticated");
    const { user } = open();
    await user.keyboard("a");

    const link = await screen.findByRole("link", { name: "Sign in in a new tab" });
    expect(screen.getByRole("alert").textContent).toContain("nothing you typed is lost");
    expect([link.getAttribute("target"), link.getAttribute("href")]).toEqual(["_blank", "/sign-in/?next=%2F"]);

    send.mockResolvedValue(sampleCard());
    await user.click(screen.getByRole("button", { name: "Send it again" }));
    expect(send).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  const told: [Refusal["kind"], number, string, RegExp][] = [
    ["expired", 410, "approval_expired", /it has expired/],
    ["superseded", 409, "approval_superseded", /there is a newer card/],
    ["changed", 409, "approval_digest_mismatch", /The card has changed/],
    ["changed", 412, "version_conflict", /read it again/],
    ["not_waiting", 409, "run_not_waiting", /no longer waits/],
    ["other", 500, "internal_error", /500 internal_error · request r-1/],
  ];
  it.each(told)("is told as %s for %i %s", async (_kind, status, code, words) => {
    refuseWith(status, code);
    const { user } = open();

    await user.keyboard("a");

    await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(words));
    expect(screen.getByRole("alert").textContent).toMatch(/Nothing was decided/);
  });
});

describe("a card that cannot be decided here", () => {
  it("tells a viewer who may, and takes no key", async () => {
    signedIn(["approvals:read"]);
    const { user } = open();

    await user.keyboard("ar");

    expect(screen.getByText(/Reviewers, Admins and the Owner may decide/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Approve/ })).toBeNull();
    expect(send).not.toHaveBeenCalled();
  });

  it("says who decided it and until when they can take it back", () => {
    const held = { decision: "approve" as const, by: KOFI, at: inMinutes(0), starts_at: inMinutes(0.1), reason: null };
    open({ held });

    expect(screen.getByText(/Kofi Larsen approved it\. The call starts in 6 s/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Take it back/ })).toBeNull();
  });

  it("offers to take my own decision back", () => {
    const ana = { kind: "user" as const, id: "user-ana", name: "Ana Ruiz" };
    open({ held: { decision: "reject", by: ana, at: inMinutes(0), starts_at: inMinutes(0.1), reason: "No." } });

    expect(screen.getByRole("button", { name: /Take it back/ })).toBeTruthy();
  });

  it("shows an expiry that passes while one looks", async () => {
    const { user } = open({ expires_at: inMinutes(0) });

    await user.keyboard("a");

    expect(screen.getByText(/Nobody decided by/)).toBeTruthy();
  });
});

describe("a card that is decided by another while a reason is being written", () => {
  it("keeps what was written in sight", async () => {
    const next = vi.fn();
    const shown = render(<Bench card={sampleCard()} stance={undefined} next={next} />);
    time.now = 1000;
    const user = userEvent.setup();
    await user.keyboard("r");
    await user.type(screen.getByRole("textbox"), "Ask for a photo first.");

    shown.rerender(<Bench card={sampleCard()} stance="cancelled" next={next} />);

    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByText("Ask for a photo first.")).toBeTruthy();
    expect(screen.getByText("What you wrote is kept:", { exact: false })).toBeTruthy();
  });
});
