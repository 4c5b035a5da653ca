import { describe, expect, it } from "vitest";

import { plain } from "@/text/phrase";

import { namesInSentence, sentenceOf, withArgumentAt } from "./sentence";

describe("the sentence of a call", () => {
  it.each([
    ["Refund EUR {amount} for order {order}", "Refund EUR 480.5 for order NL-1042"],
    ["Send {{braces}} to {order}", "Send {braces} to NL-1042"],
    ["Tell {nobody}", "Tell (not given)"],
    ["Mark {list}", 'Mark ["a",{"b":1}]'],
    ["Hide {hidden}", "Hide a⟨U+200B⟩b"],
    ["Once {order_like}", "Once {order}"],
    ["A single { stands", "A single { stands"],
  ])("%s reads %s", (template, text) => {
    const values = { amount: 480.5, order: "NL-1042", list: ["a", { b: 1 }], hidden: "a\u200bb", order_like: "{order}" };

    expect(plain(sentenceOf(template, "tool", values))).toBe(text);
  });

  it.each([
    [{}, "Call refund with no arguments"],
    [{ b: 1 }, "Call refund with 1 argument: b"],
    [{ b: 1, a: 2 }, "Call refund with 2 arguments: a, b"],
  ])("without a template is exact: %j", (values, text) => {
    expect(plain(sentenceOf("", "refund", values))).toBe(text);
  });

  it("makes its values strong", () => {
    expect(sentenceOf("Refund {amount}", "tool", { amount: 5 })).toEqual(["Refund ", { strong: "5" }]);
  });

  it("names its arguments", () => {
    expect(namesInSentence("{a} {{b}} {c.d}")).toEqual(["a", "c.d"]);
  });

  it("takes an argument in where the caret stands", () => {
    expect(withArgumentAt("Refund", "amount", 6, 6)).toEqual({ text: "Refund {amount}", caret: 15 });
    expect(withArgumentAt("Refund X now", "amount", 7, 8)).toEqual({ text: "Refund {amount} now", caret: 15 });
  });
});
