import { act, renderHook } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";

import type { Content } from "./model/json";
import { newRow } from "./model/argument-row";
import { readForm, writeForm } from "./model/tool-form";
import { useContentForm } from "./use-content-form";

function editing(first: Content) {
  return renderHook(() => {
    const [content, setContent] = useState(first);
    const [form, change] = useContentForm({ content, change: (next) => setContent(next as Content) }, readForm, writeForm);
    return { content, setContent, form, change };
  }).result;
}

const TOOL: Content = { description: "Find", effect: "read_only", request: "GET {SHOP_URL}/x", arguments: { b: { type: "string" } } };

it("a row without a name stays in the form, which content cannot say", () => {
  const result = editing(TOOL);

  act(() => result.current.change({ ...result.current.form, arguments: [...result.current.form.arguments, newRow({ name: "a" }), newRow()] }));
  const rows = result.current.form.arguments.map(({ id }) => id);
  // A database keeps no order of keys.
  const { arguments: args, ...rest } = result.current.content;
  act(() => result.current.setContent({ arguments: Object.fromEntries(Object.entries(args as Content).toReversed()), ...rest }));

  expect(rows).toHaveLength(3);
  expect(result.current.form.arguments.map(({ id }) => id)).toEqual(rows);
});

it("content that was changed as text is read anew", () => {
  const result = editing(TOOL);

  act(() => result.current.setContent({ ...TOOL, description: "Look up" }));

  expect(result.current.form.description).toBe("Look up");
});
