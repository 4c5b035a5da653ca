import { describe, expect, it } from "vitest";

import { oneSentence } from "@/features/run/model/one-sentence";
import { entryOf } from "@/features/run/model/places";
import { findInStory } from "@/features/run/model/search";
import { tellStory } from "@/features/run/model/story";
import type { StoryItem } from "@/features/run/model/story-item";
import { tookPart } from "@/features/run/model/took-part";
import * as tell from "@/features/run/testing/stories";
import * as team from "@/features/run/testing/teams";
import { plain } from "@/text/phrase";

const story = (told: readonly tell.Told[]) => tellStory(tell.view(...told));
const sentences = (told: readonly tell.Told[]) => story(told).map((each) => plain(each.sentence));

function entry(told: readonly tell.Told[], key: string): StoryItem {
  const found = story(told).find((each) => each.key === key);
  if (!found) throw new Error(`no entry ${key}`);
  return found;
}

describe("the story of a team's run", () => {
  it("tells the plan, the work, the reviews and the ends of its tasks, causes before effects", () => {
    expect(sentences(team.NEWSROOM)).toEqual([
      "Mara Lind asked newsroom, version 2",
      "Pia plans",
      "Pia made a plan of 3 tasks",
      "Ann works on “Find the facts”",
      "Bea works on “Find a picture”",
      "Ann handed in “Find the facts”",
      "Bea handed in “Find a picture”",
      "“Find a picture” is done: no review is wanted",
      "Rob reviews “Find the facts”",
      "Rob asks for more work on “Find the facts”",
      "Ann revises “Find the facts”",
      "Ann handed in a revision of “Find the facts”",
      "“Find the facts” is done: it was reviewed as often as it may be",
      "Ann works on “Write the story”",
      "Ann handed in “Write the story”",
      "“Write the story” is done: there is nobody to review it",
      "Pia writes the answer",
      "Pia wrote the answer",
      "The run completed after 16.0 s",
    ]);
  });

  it("says what each task of the plan waits for, why an agent was picked, and what a reviewer wrote", () => {
    expect(entry(team.NEWSROOM, "plan").list).toEqual([
      { name: "Find the facts", note: "" },
      { name: "Find a picture", note: "" },
      { name: "Write the story", note: "after “Find the facts”" },
    ]);
    expect(entry(team.NEWSROOM, "t-facts").facts).toEqual(["Specialization 'writing'; the only one who may."]);
    const review = entry(team.NEWSROOM, "t-review.ended");
    expect(review.quotes.map((each) => each.text)).toEqual(["Say how many."]);
    expect(review.facts).toEqual(["Scores: depth 4.5.", "Below what is asked for: depth."]);
    expect(entry(team.NEWSROOM, "item:facts").facts).toEqual(["Its last revision was not reviewed."]);
  });

  it("folds the JSON of a plan and of a verdict into the words that say it, and leads there", () => {
    const quoted = story(team.NEWSROOM).flatMap((each) => each.quotes.map(({ text }) => text));
    expect(quoted).not.toContain('{"tasks":[]}');
    expect(quoted).not.toContain('{"needs_more_work":true}');
    const view = tell.view(...team.NEWSROOM);
    expect(entryOf(tellStory(view), view, "s-t-review")).toBe("t-review.ended");
    expect(entryOf(tellStory(view), view, "s-t-plan")).toBe("plan");
  });

  it("tells a failure once, and after it what is left out because of it", () => {
    expect(sentences(team.NO_FACTS).slice(1)).toEqual([
      "The stored plan has 3 tasks",
      "Ann works on “Find the facts”",
      "Ann did not get “Find the facts” done",
      "“Find the facts” failed",
      "“Write the story” is left out",
      "“Print it” is left out",
      "newsroom rejected the request after 4.0 s",
    ]);
    expect(entry(team.NO_FACTS, "t-facts.ended").problem?.code).toBe("model_refused");
    expect(entry(team.NO_FACTS, "item:facts").problem).toBeNull();
    expect(entry(team.NO_FACTS, "item:story").facts).toEqual(["It needs the result of 'Find the facts', which there is none of."]);
  });

  it("says what comes next and who is at work", () => {
    const now = (told: readonly tell.Told[]) => plain(oneSentence(tell.view(...told), true));

    expect(sentences(team.NEWSROOM.slice(0, 3)).at(-1)).toBe("Then: the plan is checked, and its first tasks begin");
    expect(now(team.NEWSROOM.slice(0, 3))).toBe("Pia plans.");
    expect(sentences(team.NEWSROOM.slice(0, 8)).at(-1)).toBe("Then: “Write the story” begins once what it needs is done");
    expect(now(team.NEWSROOM.slice(0, 8))).toBe("Ann and Bea are at work, on 2 tasks.");
    expect(now(team.NEWSROOM)).toBe("newsroom answered, with 3 tasks done.");
  });

  it("calls the one task of a plan that is the request by no name of its own", () => {
    const told = [team.teamCreated(), team.planMade(0, "input", team.planItem("request", "newsroom")), team.taskStarted(1, "t", "execute", "Ann", "request")];

    expect(sentences(told).slice(1, 3)).toEqual(["The request is the one task", "Ann works on the request"]);
  });

  it("names who of a team waits for a person", () => {
    const told: tell.Told[] = [
      team.teamCreated(),
      team.planMade(0, "stored", team.planItem("a", "Refund")),
      team.taskStarted(1, "t", "execute", "Ann", "a"),
      [1, "model_call_started", { step: "s1", task: "t", number: 1, model: "nord-1", provider: "openai" }],
      tell.replied(2, ["c1"]),
      tell.proposed(2, "ask"),
      tell.requested(2),
      tell.waiting(2),
    ];

    expect(plain(oneSentence(tell.view(...told), false))).toBe(`Ann wants a decision about ${tell.SENTENCE}.`);
    expect(sentences(told)).toContain(`Ann asks for ${tell.SENTENCE} and waits for a person`);
  });

  it("can be searched for agents and tasks", () => {
    const items = story(team.NEWSROOM);
    expect(findInStory(items, "a picture")).toContain("t-picture");
    expect(findInStory(items, "a picture")).toContain("plan");
    expect(findInStory(items, "rob")).toEqual(["t-review", "t-review.ended"]);
  });

  it("counts what each of the team did", () => {
    expect(tookPart(tell.view(...team.NEWSROOM)).map(({ name, part }) => [name, part])).toEqual([
      ["Mara Lind", "started it"],
      ["Pia", "2 model calls, €0.002"],
      ["Ann", "3 model calls, €0.003"],
      ["Bea", "1 model call, €0.001"],
      ["Rob", "1 model call, €0.001"],
    ]);
  });
});
