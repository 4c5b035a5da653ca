import { Plus, Scale } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";

import type { Command } from "@/commands/command";
import { CommandButton } from "@/commands/command-button";
import { useCommands } from "@/commands/use-commands";
import { useBlocks } from "@/features/studio/blocks";
import { pointer } from "@/features/studio/model/pointer";
import type { Editor } from "@/features/studio/use-editor";
import { useContentForm } from "@/features/tools/use-content-form";
import type { JsonObject } from "@/live/json";
import { policy as words, rule as ruleWords } from "@/text/policy";
import { groups } from "@/text/shell";
import { announce } from "@/ui/announce";
import { EmptyState } from "@/ui/states";
import { toasts } from "@/ui/toasts";

import { without } from "../tools/model/json";
import { typeOfArgument } from "./model/argument-types";
import { moved } from "./model/order";
import { newRule, newTest, readRules, writeRules, type RuleRow } from "./model/rule-form";
import { RuleTable } from "./rules/rule-table";
import { useToolSchemas } from "./use-tool-schemas";

/** The rules, read from the top; one of them is open as a form. */
export function PolicyForm({ editor }: { editor: Editor }) {
  const content = editor.content as JsonObject;
  const [named, setNamed] = useState<readonly string[]>([]);
  const tools = useToolSchemas(named);
  const rest = without(content, ["rules"]);
  const typeOf = (of: readonly string[], argument: string) => typeOfArgument(tools.schemas, of, argument);
  const [rules, change] = useContentForm(editor, readRules, (rows) => writeRules(rows, typeOf, rest));
  const names = useMemo(() => [...new Set(rules.flatMap((rule) => rule.tools))], [rules]);
  if (names.join("\n") !== named.join("\n")) setNamed(names);
  const [open, setOpen] = useState<string | null>(null);
  const [current, setCurrent] = useState(0);
  const { enter } = useBlocks();
  const locked = editor.readOnly !== undefined;

  const go = (place: number) => {
    const at = Math.max(0, Math.min(rules.length - 1, place));
    setCurrent(at);
    enter(pointer("rules", at));
  };
  const toggle = (rule: RuleRow) => {
    setOpen(rule.id === open ? null : rule.id);
    go(rules.indexOf(rule));
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rules.length || from === to) return;
    change(moved(rules, from, to));
    setCurrent(to);
    enter(pointer("rules", to));
    announce(words.movedTo(to + 1, rules.length));
    requestAnimationFrame(() => focusRule(to));
  };
  const put = (rule: RuleRow, place: number) => {
    change(rules.toSpliced(place, 0, rule));
    setOpen(rule.id);
    setCurrent(place);
    enter(pointer("rules", place));
  };
  // What was done since a rule was removed stays done when it is put back.
  const newest = useRef(put);
  useEffect(() => {
    newest.current = put;
  });
  const remove = (rule: RuleRow) => {
    const place = rules.indexOf(rule);
    change(rules.filter((each) => each.id !== rule.id));
    setOpen(null);
    setCurrent(Math.max(0, place - 1));
    toasts.show({
      text: ruleWords.removed(place + 1),
      acts: [{ name: ruleWords.putBack, kind: "undo", run: () => newest.current(rule, place) }],
    });
  };
  const add: Command = {
    id: "policy.add",
    name: words.addLong,
    short: words.addShort,
    keys: "N",
    group: groups.studio,
    icon: Plus,
    allowed: () => editor.readOnly ?? true,
    run: () => put(newRule(), rules.length),
  };
  const at = (by: number): Pick<Command, "allowed" | "run"> => ({
    allowed: () => editor.readOnly ?? true,
    run: () => move(current, current + by),
  });
  const group = groups.studio;
  useCommands([
    add,
    { id: "policy.up", name: words.moveUp, short: words.moveUpShort, keys: "Alt+ArrowUp", group, inFields: true, repeats: true, ...at(-1) },
    { id: "policy.down", name: words.moveDown, short: words.moveDownShort, keys: "Alt+ArrowDown", group, inFields: true, repeats: true, ...at(1) },
    { id: "policy.next", name: words.next, short: words.nextShort, keys: ["J", "ArrowDown"], group, hidden: true, repeats: true, run: () => step(1) },
    { id: "policy.previous", name: words.previous, short: words.previousShort, keys: ["K", "ArrowUp"], group, hidden: true, repeats: true, run: () => step(-1) },
  ]);
  const step = (by: number) => {
    go(current + by);
    focusRule(Math.max(0, Math.min(rules.length - 1, current + by)));
  };

  return (
    <div className="@container flex min-h-full flex-col">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 px-5 pt-1.5 pb-3">
        <p className="min-w-0 flex-1 text-fg-2">
          {words.reading} {words.unreadable} <b className="font-medium text-fg">{words.askWord}</b>.
        </p>
        {!locked && (
          <CommandButton command={add} size="small">
            {words.add}
          </CommandButton>
        )}
      </div>
      <RuleTable
        editor={editor}
        rules={rules}
        tools={tools}
        open={open}
        current={current}
        onToggle={toggle}
        onPoint={go}
        onMove={move}
        onChange={(rule) => change(rules.map((each) => (each.id === rule.id ? rule : each)))}
        onDuplicate={(rule) => put(copyOf(rule), rules.indexOf(rule) + 1)}
        onRemove={remove}
      />
      {rules.length === 0 && (
        <EmptyState icon={Scale} title={words.noRules} className="min-h-40">
          {words.noRulesDetail}
        </EmptyState>
      )}
    </div>
  );
}

function copyOf(rule: RuleRow): RuleRow {
  return { ...rule, id: newRule().id, tests: rule.tests.map((test) => ({ ...test, id: newTest().id })) };
}

function focusRule(place: number): void {
  document.querySelector<HTMLElement>(`button[data-pointer="${pointer("rules", place)}"]`)?.focus();
}
