// @vitest-environment node
import { describe, expect, it } from "vitest";

import { ApiError } from "@/api/errors";
import { bodyOf, emptyForm, errorsOf, fieldOfRefusal, secondsOf, StartKey, textOfSeconds } from "@/features/runs/start-form";

const form = { ...emptyForm, agent: "a", input: "Refund EUR 40" };

describe("a time limit", () => {
  it.each([
    ["90s", 90],
    ["10m", 600],
    ["1.5 h", 5400],
    ["2d", 172_800],
  ])("%s is %i seconds", (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });

  it.each(["90 sec", "0s", "-1m", "m", ""])("%j is none", (text) => {
    expect(secondsOf(text)).toBeUndefined();
  });

  it.each([
    [86_400, "1d"],
    [5400, "90m"],
    [7200, "2h"],
    [61, "61s"],
  ])("%i seconds are written %s", (seconds, text) => {
    expect(textOfSeconds(seconds)).toBe(text);
  });
});

describe("the form", () => {
  it("says what is missing and what is wrong, field by field", () => {
    expect(errorsOf({ ...emptyForm, deadline: "90 sec", steps: "many", tokens: "0" })).toEqual({
      agent: "Choose an agent or a team.",
      input: "Write what should be done.",
      deadline: "“90 sec” is not a time. Write 90s, 10m or 2h.",
      steps: "“many” is not a whole number above 0.",
      tokens: "“0” is not a whole number above 0.",
    });
  });

  it("sends only the limits that were set", () => {
    expect(bodyOf(form)).toEqual({ agent: "a", input: "Refund EUR 40" });
    expect(bodyOf({ ...form, deadline: "2m", steps: "5", tokens: "1,000" })).toEqual({
      agent: "a",
      input: "Refund EUR 40",
      deadline_seconds: 120,
      step_limit: 5,
      token_limit: 1000,
    });
  });

  it("names a team instead of an agent", () => {
    const team = { ...emptyForm, team: "t", input: "Refund EUR 40" };

    expect(errorsOf(team)).toEqual({});
    expect(bodyOf(team)).toEqual({ orchestration: "t", input: "Refund EUR 40" });
  });

  it("puts a refusal on its field", () => {
    const refused = (field?: string) => new ApiError({ status: 422, code: "invalid_value", message: "", requestId: "", field, details: {} });

    expect(fieldOfRefusal(refused("deadline_seconds"))).toBe("deadline");
    expect(fieldOfRefusal(refused("token_limit"))).toBe("tokens");
    expect(fieldOfRefusal(refused("orchestration"))).toBe("agent");
    expect(fieldOfRefusal(refused("other"))).toBeUndefined();
    expect(fieldOfRefusal(refused())).toBeUndefined();
  });
});

describe("the key of a start", () => {
  it("stays while the same is sent, so that a double press starts one run", () => {
    let made = 0;
    const key = new StartKey(() => `key-${++made}`);

    expect([key.for(bodyOf(form)), key.for(bodyOf(form))]).toEqual(["key-1", "key-1"]);
  });

  it("is another one for another text, and for the same text after a run has started", () => {
    let made = 0;
    const key = new StartKey(() => `key-${++made}`);
    key.for(bodyOf(form));

    expect(key.for(bodyOf({ ...form, input: "other" }))).toBe("key-2");
    key.spend();
    expect(key.for(bodyOf({ ...form, input: "other" }))).toBe("key-3");
  });
});
