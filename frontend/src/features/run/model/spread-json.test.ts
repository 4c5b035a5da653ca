import { expect, it } from "vitest";

import { spreadJson } from "@/features/run/model/spread-json";

it.each([
  ['{"a":{},"b":[],"c":[1,{"d":"x{,:}\\"y"}],"e":null}', undefined],
  ['"text, with: {signs}"', undefined],
  ["[[]]", undefined],
  ["{}", undefined],
  ['{"a":12345678901234567890}', '{\n  "a": 12345678901234567890\n}'],
])("%s is spread out as JSON is, and every number stays as it was written", (json, spread) => {
  expect(spreadJson(json)).toBe(spread ?? JSON.stringify(JSON.parse(json), null, 2));
});
