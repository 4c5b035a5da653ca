import { expect, it } from "vitest";

import { testsOf } from "./rule";

it("reads the tests of the rule that matched", () => {
  const rule = { outcome: "ask", tool: "issue_refund", tests: [{ argument: "amount", op: ">", value: 50 }] };

  expect(testsOf({ matched_rule: JSON.stringify(rule) })).toEqual(["amount > 50"]);
});

it("says nothing of a rule it cannot read", () => {
  expect(["not json", "null", '{"tests": [1, {"op": ">"}]}', undefined].map((matched_rule) => testsOf({ matched_rule }))).toEqual([
    [],
    [],
    [],
    [],
  ]);
});
