// @vitest-environment node
import { expect, it } from "vitest";

import { changed, fallbackIn, fallbacksOf, moved } from "@/features/agents/model/fallbacks";

const spare = { connection: "Spare", model: "small", settings: { temperature: 0 } };
const last = { connection: "Last", model: "tiny" };

it("reads what the content has, also where it is half written", () => {
  expect(fallbacksOf({})).toEqual([]);
  expect(fallbacksOf({ fallback: [spare, "nothing"] })).toEqual([spare, {}]);
  expect(fallbackIn([])).toBeUndefined();
});

it("changes one field and keeps the others, and takes away settings that are none", () => {
  expect(changed([spare, last], 0, "model", "large")).toEqual([{ ...spare, model: "large" }, last]);
  expect(changed([spare], 0, "settings", undefined)).toEqual([{ connection: "Spare", model: "small" }]);
});

it("puts them in another order with all they have", () => {
  expect(moved([spare, last], 0, 1)).toEqual([last, spare]);
  expect(moved([spare, last], 1, 2)).toEqual([spare, last]);
  expect(moved([spare, last], 0, -1)).toEqual([spare, last]);
});
