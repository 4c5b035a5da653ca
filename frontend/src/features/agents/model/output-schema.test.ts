// @vitest-environment node
import { expect, it } from "vitest";

import { schemaIn, textOfSchema } from "@/features/agents/model/output-schema";
import { agents as words } from "@/text/agents";

it("a schema and its text are the same both ways", () => {
  const schema = { type: "object", properties: { mood: { type: "string" } }, required: ["mood"] };
  expect(schemaIn(textOfSchema(schema))).toEqual(schema);
  expect(textOfSchema(undefined)).toBe("");
});

it.each(["", "{", "[]", "7", "null", '"object"'])("%j is no schema yet", (text) => {
  expect(schemaIn(text)).toBeUndefined();
});

it("the example that the form begins with is one", () => {
  expect(schemaIn(words.outputExample)).toMatchObject({ type: "object" });
});
