// @vitest-environment node
import { expect, it } from "vitest";

import { bodyOf, isChecking, isUnsaved, NOTHING, work, type Act, type Work } from "@/features/studio/model/work";

const start = { content: { model: "a" }, text: "model: a\n", problems: [], revision: 3, base: 1 };
const draft = { base_number: 1, updated_at: "", updated_by: null, changed: true, problems: [] };
const after = (...acts: Act[]): Work => acts.reduce(work, work(NOTHING, { do: "start", from: start }));

it("nothing is unsaved at first", () => {
  const now = after();
  expect([isUnsaved(now), isChecking(now), now.revision]).toEqual([false, false, 3]);
});

it("the side that was not written on follows the check, and the other one stays", () => {
  const form = after({ do: "field", field: "model", value: "b" });
  expect(bodyOf(form)).toEqual({ content: { model: "b" } });
  const checked = work(form, { do: "checked", edit: form.edit, answer: { content: { model: "B" }, text: "model: b\n", problems: [] } });
  expect([checked.content, checked.text, isChecking(checked), isUnsaved(checked)]).toEqual([{ model: "b" }, "model: b\n", false, true]);

  const text = after({ do: "text", text: "model:   c" });
  expect(bodyOf(text)).toEqual({ text: "model:   c" });
  const read = work(text, { do: "checked", edit: text.edit, answer: { content: { model: "c" }, text: "model: c\n", problems: [] } });
  expect([read.content, read.text]).toEqual([{ model: "c" }, "model:   c"]);
});

it("an answer to an older edit is not used", () => {
  const now = after({ do: "text", text: "one" }, { do: "text", text: "two" });
  expect(work(now, { do: "checked", edit: now.edit - 1, answer: { content: { x: 1 }, text: "x: 1", problems: [] } })).toBe(now);
});

it("a text that cannot be read leaves the form as it was", () => {
  const now = after({ do: "text", text: "model: [" });
  const problem = { code: "invalid_yaml", message: "", pointer: "", line: 1, column: 9 };
  const checked = work(now, { do: "checked", edit: now.edit, answer: { content: null, text: "model: [", problems: [problem] } });
  expect([checked.content, checked.readable, checked.problems]).toEqual([{ model: "a" }, false, [problem]]);
});

it("saving stores what was sent; what was written meanwhile is unsaved", () => {
  const sent = after({ do: "field", field: "model", value: "b" });
  const more = work(sent, { do: "field", field: "model", value: "bc" });
  const saved = work(more, { do: "saved", edit: sent.edit, draft: { ...draft, content: { model: "b" }, text: "model: b\n", revision: 4 } });
  expect([saved.revision, isUnsaved(saved), saved.content]).toEqual([4, true, { model: "bc" }]);
  const quiet = work(sent, { do: "saved", edit: sent.edit, draft: { ...draft, content: { model: "b" }, text: "model: b\n", revision: 4 } });
  expect([isUnsaved(quiet), isChecking(quiet), quiet.text]).toEqual([false, false, "model: b\n"]);
});

it("what somebody else saved is shown unless something here would be lost", () => {
  const theirs = { content: { model: "z" }, text: "model: z\n", problems: [], revision: 9, base: 1 };
  expect(work(after(), { do: "seen", from: theirs }).content).toEqual({ model: "z" });
  const busy = after({ do: "field", field: "model", value: "b" });
  expect(work(busy, { do: "seen", from: theirs })).toBe(busy);
  const same = after();
  expect(work(same, { do: "seen", from: start })).toBe(same);
});

it("a field that is emptied goes away", () => {
  expect(after({ do: "field", field: "model", value: undefined }).content).toEqual({});
});

it("what is not saved belongs to the version it was begun from, whatever is live by now", () => {
  const live = { content: { model: "a" }, text: "model: a\n", problems: [], revision: 0, base: 3 };
  const newer = { content: { model: "z" }, text: "model: z\n", problems: [], revision: 0, base: 4 };
  const idle = work(NOTHING, { do: "start", from: live });
  const busy = work(idle, { do: "field", field: "model", value: "b" });

  expect(work(busy, { do: "seen", from: newer }).base).toBe(3);
  expect(work(idle, { do: "seen", from: newer }).base).toBe(4);
  expect(work(idle, { do: "seen", from: { ...live, base: 4 } }).base).toBe(4);
  expect(work(busy, { do: "saved", edit: busy.edit, draft: { ...draft, base_number: 4, content: {}, text: "", revision: 1 } }).base).toBe(4);
});
