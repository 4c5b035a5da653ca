import { Fragment, useMemo, useState } from "react";

import type { Editor } from "@/features/studio/use-editor";
import { isJsonObject, type Json, type JsonObject } from "@/live/json";
import { policy as words } from "@/text/policy";

import { rulesSpelled } from "../judge/use-judge";
import { useJudging } from "../judge-context";
import { changesOf } from "../model/changed";
import type { RuleRow } from "../model/rule-form";
import { OutcomeWord } from "../outcome-word";
import type { ToolNames } from "../use-tool-schemas";
import { RuleCard } from "./rule-card";
import { RuleLine } from "./rule-line";

export interface RuleTableProps {
  editor: Editor;
  rules: readonly RuleRow[];
  tools: ToolNames;
  /** The id of the rule that is open as a form. */
  open: string | null;
  current: number;
  onToggle: (rule: RuleRow) => void;
  onPoint: (place: number) => void;
  onMove: (from: number, to: number) => void;
  onChange: (rule: RuleRow) => void;
  onDuplicate: (rule: RuleRow) => void;
  onRemove: (rule: RuleRow) => void;
}

const head = "h-8 px-2 text-left text-12 font-medium text-fg-3";

/** Every rule in one line; the last line is always there. */
export function RuleTable(props: RuleTableProps) {
  const { editor, rules, open, current } = props;
  const { judged } = useJudging();
  const decided = judged !== null && judged.rules === rulesSpelled(editor) ? judged.result : null;
  const [dragged, setDragged] = useState<{ from: number; over: number } | null>(null);
  const changes = useMemo(() => changesOf(rulesIn(editor.content), rulesIn(editor.detail.content ?? {})), [editor.content, editor.detail.content]);
  const hasLive = editor.detail.version !== null;
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{words.table}</caption>
      <thead className="border-y border-line max-phone:hidden">
        <tr>
          <th scope="col" className={`${head} w-16 pl-5`}>
            <span className="sr-only">{words.columns.move}</span>
          </th>
          <th scope="col" className={head}>{words.columns.tool}</th>
          <th scope="col" className={head}>{words.columns.when}</th>
          <th scope="col" className={head}>{words.columns.then}</th>
          <th scope="col" className={`${head} hidden @min-[640px]:table-cell`}>{words.columns.because}</th>
          <th scope="col" className={`${head} hidden pr-5 @min-[640px]:table-cell`}>{words.columns.until}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule, place) => (
          <Fragment key={rule.id}>
            <RuleLine
              {...props}
              rule={rule}
              place={place}
              isOpen={rule.id === open}
              isCurrent={place === current}
              isDeciding={decided?.rule_index === place}
              change={hasLive ? changes[place] : undefined}
              drop={dragged === null || dragged.over !== place ? undefined : dragged.from < place ? "below" : "above"}
              onDrag={(over) => setDragged(over === null ? null : { from: dragged?.from ?? place, over })}
              onDrop={() => {
                if (dragged !== null) props.onMove(dragged.from, dragged.over);
                setDragged(null);
              }}
            />
            {rule.id === open && (
              <tr>
                <td colSpan={6} className="px-4 pt-1 pb-4 phone:px-5">
                  <RuleCard {...props} rule={rule} place={place} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
        <DefaultLine isDeciding={decided !== null && decided.rule_index === null} />
      </tbody>
    </table>
  );
}

/** What holds where no rule fits: it cannot be removed. */
function DefaultLine({ isDeciding }: { isDeciding: boolean }) {
  return (
    <tr className={isDeciding ? "border-b border-line bg-selected" : "border-b border-line"}>
      <td className="pl-5" />
      <td className="px-2 py-2.5 align-top">{words.anythingElse}</td>
      <td className="px-2 py-2.5 align-top text-fg-2">{words.defaultWhen}</td>
      <td className="px-2 py-2.5 align-top" colSpan={3}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <OutcomeWord outcome="allow" />
          <span className="text-fg-3">{words.defaultRead}</span>
          <OutcomeWord outcome="ask" />
          <span className="text-fg-3">{words.defaultRest}</span>
          {isDeciding && <span className="text-12 font-medium text-accent">{words.decides}</span>}
        </span>
      </td>
    </tr>
  );
}

function rulesIn(content: Readonly<Record<string, unknown>>): JsonObject[] {
  return Array.isArray(content.rules) ? (content.rules as Json[]).filter(isJsonObject) : [];
}
