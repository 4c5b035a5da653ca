import { expect, it } from "vitest";

import { unsentOf } from "@/features/agents/model/unsent";

const usual = { temperature: false, top_k: false, max_output_tokens: 4096 };

it.each([
  ["what is usual for the model", {}, ["temperature", "top_k"]],
  ["less what its connection found to work", { capabilities: { temperature: true } }, ["top_k"]],
  ["and what its connection found not to", { capabilities: { seed: false } }, ["temperature", "top_k", "seed"]],
  ["what it says of this model goes before both", { capabilities: { temperature: true }, model_capabilities: { m: { temperature: false, top_k: true } } }, ["temperature"]],
  ["and of no other model", { model_capabilities: { other: { seed: false } } }, ["temperature", "top_k"]],
  ["a name that every object has is none", { model_capabilities: {} }, ["temperature", "top_k"]],
])("is %s", (_, connection, names) => {
  expect([...unsentOf(usual, connection, "m")]).toEqual(names);
});

it("is nothing where nothing is known yet", () => {
  expect(unsentOf(undefined, {}, "toString").size).toBe(0);
});
