// @vitest-environment node
import { describe, expect, it } from "vitest";

import { boundIn, rowsOf } from "@/features/settings/connections/capability-rows";
import { modelsIn, ofModel, saidIn, textOfModels, textOfSaid, withModel, withSaid } from "@/features/settings/connections/capability-text";
import { connections as words } from "@/text/settings-connections";

describe("what is said of capabilities", () => {
  it("is the same as text and back", () => {
    const said = { files: false, images: true, max_output_tokens: 4096 };

    expect(textOfSaid(said)).toBe("files, +images, max_output_tokens=4096");
    expect(saidIn(textOfSaid(said))).toEqual(said);
    expect(saidIn("")).toEqual({});
    expect(saidIn("Temp erature")).toBeUndefined();
  });

  it("changes one name and leaves the others where they are", () => {
    expect(withSaid("files, +images", "files", true)).toBe("+files, +images");
    expect(withSaid("files, +images", "files", undefined)).toBe("+images");
    expect(withSaid("", "max_output_tokens", 0)).toBe("max_output_tokens=0");
  });

  it("stands one model a line, by any name", () => {
    const models = { "gpt-5": { temperature: false }, "a/b:7b": { top_p: true } };

    expect(textOfModels(models)).toBe("gpt-5: temperature\na/b:7b: +top_p");
    expect(modelsIn(textOfModels(models))).toEqual(models);
    expect(modelsIn("gpt-5")).toBeUndefined();
    expect(ofModel(textOfModels(models), "a/b:7b")).toBe("+top_p");
    expect(ofModel("", "a/b:7b")).toBe("");
  });

  it("has no line of a model of which nothing is said", () => {
    const models = withModel("gpt-5: temperature", "small", "tools");

    expect(models).toBe("gpt-5: temperature\nsmall: tools");
    expect(withModel(models, "gpt-5", "")).toBe("small: tools");
    expect(textOfModels({ small: {}, other: null })).toBe("");
  });

  it("is told in words where two people said different things", () => {
    expect(words.saidWords({ "": { files: false, images: true } })).toBe("files no, images yes");
    expect(words.saidWords({ small: { tools: false }, "gpt-5": { max_output_tokens: 9 } })).toBe("small: tools no\ngpt-5: max_output_tokens 9");
  });
});

describe("the table of capabilities", () => {
  const find = (rows: ReturnType<typeof rowsOf>, name: string) => rows.find((each) => each.name === name);

  it("shows what is usual, and takes what nobody speaks of to work", () => {
    const rows = rowsOf(["tools", "top_k", "max_output_tokens"], { top_k: false, max_output_tokens: 8192 }, {});

    expect(find(rows, "tools")).toMatchObject({ usual: true, said: undefined });
    expect(find(rows, "top_k")).toMatchObject({ usual: false, isNumber: false });
    expect(find(rows, "max_output_tokens")).toMatchObject({ usual: 8192, isNumber: true });
    expect(find(rowsOf(["max_output_tokens"], {}, {}), "max_output_tokens")?.usual).toBeUndefined();
  });

  it("of a model begins with what the connection says of every model", () => {
    const rows = rowsOf(["images"], { images: false }, { logit_bias: false }, { images: true });

    expect(find(rows, "images")).toMatchObject({ usual: true, isOfConnection: true, said: undefined });
    expect(find(rows, "logit_bias")).toMatchObject({ usual: true, isOfConnection: false, said: false });
  });

  it.each([
    ["4096", 4096],
    ["4,096 tokens", 4096],
    ["", undefined],
    ["none", undefined],
  ])("reads the bound %j as %s", (text, bound) => {
    expect(boundIn(text)).toBe(bound);
  });
});
