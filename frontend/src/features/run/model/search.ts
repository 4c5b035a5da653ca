/** Finding in a run: over what its entries say and over what its steps hold. */

import type { Row } from "@/features/run/model/spans";
import type { StoryItem } from "@/features/run/model/story-item";
import { headOf } from "@/live/fold/text";
import type { RunView } from "@/live/fold/view";
import { plain } from "@/text/phrase";

/** Keys of the entries that say it, in order. */
export function findInStory(items: readonly StoryItem[], wanted: string): string[] {
  const needle = needleOf(wanted);
  if (needle === null) return [];
  return items.filter((each) => saysOf(each).toLowerCase().includes(needle)).map((each) => each.key);
}

/** Ids of the rows that hold it, in order, folded or not. */
export function findInRows(root: Row | null, texts: ReadonlyMap<string, string>, wanted: string): string[] {
  const needle = needleOf(wanted);
  if (root === null || needle === null) return [];
  const found: string[] = [];
  const visit = (row: Row) => {
    const text = `${row.name}\n${row.note}\n${texts.get(row.id) ?? ""}`;
    if (text.toLowerCase().includes(needle)) found.push(row.id);
    row.children.forEach(visit);
  };
  visit(root);
  return found;
}

/** What each step holds beside its name: words, arguments, answers, reasons. Of long texts their beginning. */
export function textsOfSteps(view: RunView): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  texts.set("run", headOf(view.input));
  for (const step of view.steps) {
    texts.set(step.id, [headOf(step.text), headOf(step.reasoning), step.id].join("\n"));
    for (const attempt of step.attempts) {
      texts.set(`${step.id}.${attempt.number}`, `${attempt.code ?? ""}\n${attempt.message ?? ""}`);
    }
  }
  for (const task of view.tasks) {
    const comments = task.verdict?.comments ?? "";
    texts.set(task.id, [task.reason, headOf(task.input), comments, task.error?.message ?? "", task.id].join("\n"));
  }
  for (const call of view.calls) {
    const given = call.arguments === null ? headOf(call.requested) : JSON.stringify(call.arguments);
    const said = [call.host, call.code, call.message, call.rule?.text, call.id];
    texts.set(call.id, [given, headOf(call.content), ...said].filter(Boolean).join("\n"));
  }
  for (const card of view.approvals) {
    texts.set(card.id, [card.reason, card.rule?.text, card.id].filter(Boolean).join("\n"));
  }
  return texts;
}

/** The next or previous one, around the ends. */
export function neighbour(all: readonly string[], current: string | null, by: 1 | -1): string | null {
  if (all.length === 0) return null;
  const place = current === null ? -1 : all.indexOf(current);
  if (place < 0) return (by === 1 ? all[0] : all[all.length - 1]) ?? null;
  return all[(place + by + all.length) % all.length] ?? null;
}

/** A text cut where it says what is looked for; every second part does. */
export function cutAt(text: string, wanted: string): string[] {
  const needle = needleOf(wanted);
  if (needle === null) return [text];
  return text.split(new RegExp(`(${needle.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})`, "giu"));
}

function needleOf(wanted: string): string | null {
  const needle = wanted.trim().toLowerCase();
  return needle === "" ? null : needle;
}

function saysOf(item: StoryItem): string {
  const lines = item.list.map(({ name, note }) => `${name} ${note}`);
  const problem = item.problem === null ? [] : [item.problem.code, item.problem.message];
  const wait = item.wait?.rule?.text ?? "";
  return [plain(item.sentence), ...lines, ...item.facts, ...item.quotes.map((quote) => headOf(quote.text)), ...problem, wait].join("\n");
}
