// @vitest-environment node
import { expect, it } from "vitest";

import { fieldAt, fieldsOf, linesOf, placed, tokensOf } from "@/features/studio/model/yaml-lines";

const TEXT = `description: Pays back
request: POST {SHOP_URL}/refunds
arguments:
  order: {type: string}
  amount:
    type: number

rules:
- allow: find_order
- ask: issue_refund
  when:
    amount: '> 50'
instructions: |-
  key: is text here
  - so is this
`;

it("fields of two levels have their lines", () => {
  const fields = fieldsOf(TEXT);
  const lines = (path: string) => {
    const found = linesOf(fields, path);
    return found && [found.pointer, found.first, found.last];
  };
  expect(lines("/request")).toEqual(["/request", 2, 2]);
  expect(lines("/arguments")).toEqual(["/arguments", 3, 6]);
  expect(lines("/arguments/amount/type")).toEqual(["/arguments/amount", 5, 6]);
  expect(lines("/rules/1/when")).toEqual(["/rules/1", 10, 12]);
  expect(lines("/instructions")).toEqual(["/instructions", 13, 15]);
  expect(lines("/nothing")).toBeUndefined();
});

it("a line belongs to the innermost field", () => {
  const fields = fieldsOf(TEXT);
  expect(fieldAt(fields, 1)?.pointer).toBe("/description");
  expect(fieldAt(fields, 12)?.pointer).toBe("/rules/1");
  expect(fieldAt(fieldsOf(""), 1)).toBeUndefined();
});

it("what is missing belongs to no line", () => {
  const problem = (pointer: string, line: number) => ({ code: "required", message: "", pointer, line, column: 1 });
  const found = placed([problem("/model", 1), problem("/rules/1/when/amount", 12), problem("", 1), problem("/arguments", 3)], fieldsOf(TEXT));
  expect(found.map((each) => each.line)).toEqual([0, 12, 1, 3]);
});

it("keys and comments are told from the rest", () => {
  expect(tokensOf("  - ask: issue_refund # why").map(({ kind, text }) => [kind, text])).toEqual([
    ["plain", "  - "],
    ["key", "ask:"],
    ["plain", " issue_refund # why"],
  ]);
  expect(tokensOf("# all of it").at(-1)).toEqual({ kind: "comment", text: "# all of it" });
  expect(tokensOf("just: words: here").map((token) => token.text).join("")).toBe("just: words: here");
});
