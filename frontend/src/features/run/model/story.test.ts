import { describe, expect, it } from "vitest";

import { tellStory } from "@/features/run/model/story";
import type { StoryItem } from "@/features/run/model/story-item";
import * as tell from "@/features/run/testing/stories";
import { EVENT_KINDS } from "@/live/fold/words";
import { plain } from "@/text/phrase";

const sentences = (...told: readonly tell.Told[]) => tellStory(tell.view(...told)).map((each) => plain(each.sentence));

function entry(told: readonly tell.Told[], key: string): StoryItem {
  const found = tellStory(tell.view(...told)).find((each) => each.key === key);
  if (!found) throw new Error(`no entry ${key}`);
  return found;
}

const ASKED = [tell.created(), tell.asked(0.5), tell.replied(2, ["c1"])] as const;
const WAITING = [...ASKED, tell.proposed(2, "ask"), tell.requested(2), tell.waiting(2)] as const;

describe("the story of a run", () => {
  it("is told in full sentences from the message to the end", () => {
    expect(sentences(...tell.REFUNDED)).toEqual([
      "Mara Lind asked refund-desk, version 3",
      `refund-desk asked for ${tell.SENTENCE}; a person had to decide`,
      `Jonas Weber approved ${tell.SENTENCE}`,
      `shop.example answered ${tell.SENTENCE} with 201`,
      "refund-desk answered",
      "The run completed after 1:06, of it 1:01 waiting",
    ]);
  });

  it("says nothing before the run was created", () => {
    expect(sentences()).toEqual([]);
  });

  it("names a key as a key and a script as a script", () => {
    const made = tell.created(0, {
      requester: { kind: "api_key", id: "k", name: "shop" },
      model: { provider: "scripted", name: "script", scripted: true },
    });

    expect(sentences(made)[0]).toBe("The API key “shop” asked refund-desk, version 3");
    expect(entry([made], "begin").facts).toEqual(["Its model follows a script: no real model is called."]);
  });

  it("shows a model call that goes on, open for its words", () => {
    const thinking = entry([tell.created(), tell.asked(1)], "s1");

    expect(plain(thinking.sentence)).toBe("refund-desk is asking nord-1");
    expect(thinking.writing?.step).toBe("s1");
    expect(plain(thinking.writing?.sentence ?? [])).toBe("refund-desk is writing, with nord-1");
    expect(thinking.open).toBe(true);
  });

  it("tells a failed try and the pause after it", () => {
    const story = [tell.created(), tell.asked(0), tell.tryFailed(1, 1, 2000), tell.replied(4, [], { text: "Hi", attempt: 2 })];

    expect(sentences(...story)[1]).toBe("The provider of nord-1 answered 429; Baton tried again after 2.0 s");
    expect(entry(story, "s1.1").problem).toEqual({ code: "provider_rate_limited", message: "429: slow down", call: null, mended: true });
  });

  it("says that the next try is still to come, and when Baton gives up", () => {
    expect(sentences(tell.created(), tell.asked(0), tell.tryFailed(1, 1, 2000))[1]).toBe(
      "The provider of nord-1 answered 429; Baton tries again",
    );
    expect(sentences(tell.created(), tell.asked(0), tell.tryFailed(1, 1, 2000))[2]).toBe("refund-desk waits for nord-1");
    expect(entry([tell.created(), tell.asked(0), tell.tryFailed(1, 1, 2000)], "s1.1").nextTry).toEqual({ number: 2, at: Date.parse(tell.at(3)) });
    expect(sentences(tell.created(), tell.asked(0), tell.tryFailed(1, 3, null, { message: "no answer" }))[1]).toBe(
      "nord-1 gave no reply; Baton gave up after 3 tries",
    );
  });

  it("says who did not answer, and who answered in its place", () => {
    expect(sentences(...tell.FELL_BACK).slice(1, 4)).toEqual([
      "The provider of nord-1 answered 429; Baton tried again after 2.0 s",
      "nord-1 did not answer; sud-2 answered",
      "refund-desk answered",
    ]);
    expect(entry(tell.FELL_BACK, "s1").facts).toEqual(["Written by sud-2, fallback 1 of the agent."]);
    expect(tellStory(tell.view(...tell.FELL_BACK)).filter((each) => each.nextTry !== null)).toEqual([]);
  });

  it("says that the other one is being asked, and names whom each try asked", () => {
    const open = tell.FELL_BACK.slice(0, 4);
    expect(sentences(...open).slice(1)).toContain("nord-1 did not answer; Baton is asking sud-2");
    expect(sentences(...open).slice(1)).toContain("refund-desk is asking sud-2");

    const both = [...open, tell.tryFailed(9, 3, null, { provider: "anthropic", model: "sud-2", message: "529: overloaded" })];
    expect(sentences(...both)).toContain("nord-1 did not answer; Baton asked sud-2");
    expect(sentences(...both)).toContain("The provider of sud-2 answered 529; Baton gave up after 3 tries");
  });

  it.each([
    ["circuit_open", "nord-1 was not asked, because it has not answered lately; Baton is asking sud-2"],
    ["history_lost", "The provider of nord-1 no longer knew the conversation; Baton is asking sud-2"],
  ])("has words of its own for %s", (code, sentence) => {
    const next = { target: 1, provider: "anthropic", model: "sud-2" };
    const told = [tell.created(), tell.asked(0), tell.tryFailed(1, 1, 0, { code, message: "", provider: "openai", model: "nord-1", next })];

    expect(sentences(...told)[1]).toBe(sentence);
  });

  it("says why an answer was refused, what the model was told, and shows the one that was read", () => {
    expect(sentences(...tell.ASKED_AGAIN).slice(1, 3)).toEqual([
      "The answer of nord-1 was refused: it is not one JSON object; Baton asked again",
      "refund-desk answered",
    ]);
    expect(entry(tell.ASKED_AGAIN, "s1").facts).toEqual(["The model was told: It is not one JSON object."]);
    expect(entry(tell.ASKED_AGAIN, "s2").quotes[0]?.text).toBe('{\n  "amount": 12345678901234567890,\n  "refund": true\n}');
    expect(sentences(...tell.ASKED_AGAIN.slice(0, 5))).toContain("The answer of nord-1 was refused: it is not one JSON object; Baton asks again");
    expect(sentences(...tell.ASKED_AGAIN.slice(0, 5), tell.end(2, "run_failed", { code: "output_invalid", message: "", call: null }))).toContain(
      "The answer of nord-1 was refused: it is not one JSON object; Baton gave up after 1 answer",
    );
  });

  it("does not count down for a run that has ended", () => {
    const told = [tell.created(), tell.asked(0), tell.tryFailed(1, 1, 2000), tell.end(2, "run_cancelled")];

    expect(entry(told, "s1.1").nextTry).toBeNull();
  });

  it.each([
    ["length", "nord-1 was cut off at its length limit"],
    ["refusal", "nord-1 declined"],
    ["content_filter", "A content filter of the provider stopped nord-1"],
  ])("tells a reply that ended by %s", (finish_reason, sentence) => {
    expect(sentences(tell.created(), tell.asked(0), tell.replied(1, [], { finish_reason, text: "I" }))[1]).toBe(sentence);
  });

  it("quotes what the model wrote beside a call", () => {
    const wrote = entry([tell.created(), tell.asked(0), tell.replied(1, ["c1"], { text: "Let me look." })], "s1");

    expect(plain(wrote.sentence)).toBe("refund-desk wrote");
    expect(wrote.quotes).toEqual([{ speaker: "model", text: "Let me look.", long: false }]);
  });

  it("tells an allowed call, its answer and the rule in one entry", () => {
    const told = [...ASKED, tell.proposed(2, "allow"), tell.calling(2.1), tell.ended(2.9)];
    const call = entry(told, "c1");

    expect(plain(call.sentence)).toBe(`refund-desk asked for ${tell.SENTENCE}`);
    expect(call.facts).toEqual([
      "shop.example answered with 201 in 0.8 s.",
      "The policy allows it: Refunds above EUR 50 need a person.",
    ]);
    expect(call.quotes).toEqual([{ speaker: "tool", text: '{"refund":"R-1"}', long: false }]);
    expect(call.tone).toBeNull();
  });

  it("shows a wait with its card and what comes next", () => {
    const card = entry(WAITING, "p1");

    expect(plain(card.sentence)).toBe(`refund-desk asks for ${tell.SENTENCE} and waits for a person`);
    expect(card.wait?.id).toBe("p1");
    expect(card.tone).toBe("approval");
    expect(sentences(...WAITING).at(-1)).toBe("Then: make the call once and let the model read the answer");
  });

  it("names who rejected, why, and that the agent is told", () => {
    const told = [...WAITING, tell.decided(60, "reject", "Not  torn\n"), tell.ended(60.2, "rejected", { content: "" })];

    expect(plain(entry(told, "p1.decided").sentence)).toBe(`Jonas Weber rejected ${tell.SENTENCE}`);
    expect(entry(told, "p1.decided").facts).toEqual(["Reason: “Not torn”.", "The decision took 58.0 s."]);
    expect(entry(told, "p1.decided").tone).toBe("failed");
  });

  it("tells that nobody decided in time", () => {
    expect(sentences(...WAITING, tell.about(901, "approval_expired"))).toContain(
      `Nobody decided in time about ${tell.SENTENCE}; it did not run`,
    );
  });

  it("keeps a superseded card and says why it is asked again", () => {
    const told = [
      ...WAITING,
      tell.about(10, "tool_changed"),
      tell.about(11, "approval_superseded", { because: ["tool_definition"] }),
      tell.requested(11, "c1", "p2", ["tool_definition"]),
      tell.waiting(11),
    ];

    expect(plain(entry(told, "p1.ended").sentence)).toBe(
      `The card for ${tell.SENTENCE} is void, because the definition of the tool changed`,
    );
    expect(plain(entry(told, "p2").sentence)).toBe(`A person must decide again about ${tell.SENTENCE}`);
    expect(entry(told, "p2").facts).toEqual(["It is asked again because the definition of the tool changed."]);
  });

  it("says that a card needs no decision once the run has ended", () => {
    const told = [
      ...WAITING,
      tell.end(20, "run_cancelling", { by: tell.JONAS, reason: "Wrong order" }),
      tell.about(20, "approval_cancelled"),
      tell.end(21, "run_cancelled"),
    ];

    expect(entry(told, "p1").facts).toContain("Nobody needs to decide about it any more.");
    expect(sentences(...told).slice(-2)).toEqual([
      "Jonas Weber cancelled the run",
      "The run was cancelled after 21.0 s, of it 18.0 s waiting",
    ]);
    expect(entry(told, "cancel").facts).toEqual(["Reason: “Wrong order”."]);
  });

  it("admits that an outcome is not known, and that a late answer changed nothing", () => {
    const told = [
      ...ASKED,
      tell.proposed(2, "allow"),
      tell.calling(2.1),
      tell.about(30, "tool_call_unknown", { code: "outcome_unknown", message: "no answer" }),
      tell.end(30, "run_needs_attention", { code: "outcome_unknown", message: "no answer", call: "c1" }),
      tell.about(31, "late_result"),
    ];

    expect(entry(told, "c1").tone).toBe("attention");
    expect(entry(told, "c1").problem?.code).toBe("outcome_unknown");
    expect(entry(told, "c1").facts).toContain("A late answer to it arrived; it changed nothing.");
    expect(sentences(...told).slice(-2)).toEqual(["The run needs a person", "Then: nothing, until a person cancels the run"]);
  });

  it.each([
    ["denied", "refund-desk is told that it is not allowed."],
    ["rejected_before", "refund-desk is told that this call was rejected before."],
    ["unknown_tool", "refund-desk is told that there is no tool issue_refund."],
    ["invalid_arguments", "refund-desk is told that the arguments of issue_refund do not fit."],
    ["tool_withdrawn", "issue_refund was withdrawn, so it did not run."],
    ["not_run", "It did not run."],
  ])("tells what became of a call: %s", (kind, fact) => {
    const told = [...ASKED, tell.proposed(2, "deny"), tell.ended(2.1, kind, { content: "" })];

    expect(entry(told, "c1").facts).toContain(fact);
    expect(entry(told, "c1").tone).toBe("failed");
  });

  it.each([
    ["run_failed", "The run failed after 5.0 s"],
    ["run_rejected", "refund-desk rejected the request after 5.0 s"],
  ])("says why the run ended: %s", (kind, sentence) => {
    const told = [tell.created(), tell.end(5, kind, { code: "step_limit", message: "20 steps", call: null })];

    expect(sentences(...told).at(-1)).toBe(sentence);
    expect(entry(told, "end").problem).toEqual({ code: "step_limit", message: "20 steps", call: null });
  });

  it("says that the deadline passed", () => {
    const told = [tell.created(), tell.end(3600, "run_timed_out")];

    expect(sentences(...told).at(-1)).toBe("The run passed its deadline after 1 h");
    expect(entry(told, "end").problem?.code).toBe("deadline_passed");
  });

  it("stands in the order of time while calls run side by side", () => {
    const told = [
      tell.created(),
      tell.asked(0),
      tell.replied(1, ["c1", "c2"]),
      tell.proposed(1, "ask"),
      tell.requested(1),
      tell.proposed(1, "allow", "c2", { sentence: "Look up order NL-1042" }),
      tell.calling(1.1, "c2"),
      tell.ended(1.5, "ok", { call: "c2" }),
      tell.waiting(1.5),
      tell.decided(30),
    ];

    expect(sentences(...told).slice(1, 4)).toEqual([
      `refund-desk asked for ${tell.SENTENCE}; a person had to decide`,
      "refund-desk asked for Look up order NL-1042",
      `Jonas Weber approved ${tell.SENTENCE}`,
    ]);
  });

  it("never puts an effect before its cause, whatever the clocks said", () => {
    const told = [...WAITING, tell.decided(1.4), tell.calling(1.2), tell.ended(1.3)];
    const keys = tellStory(tell.view(...told)).map((each) => each.key);

    expect(keys).toEqual(["begin", "p1", "p1.decided", "c1.outcome", "next"]);
  });

  it("gives every entry a key of its own", () => {
    const keys = tellStory(tell.view(...tell.REFUNDED)).map((each) => each.key);

    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(EVENT_KINDS.filter((kind) => kind !== "run_created"))("goes on after %s, whatever it is about", (kind) => {
    const odd: tell.Told = [70, kind, { call: "never seen", approval: "never seen", step: "never seen" }];

    expect(sentences(...tell.REFUNDED.slice(0, -1), odd).slice(0, 2)).toEqual(sentences(...tell.REFUNDED).slice(0, 2));
  });
});
