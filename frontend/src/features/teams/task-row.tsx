import { ArrowDown, ArrowUp, X } from "lucide-react";

import { ValueField, wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import { asText, asTexts } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { ChoiceAt, named } from "@/features/teams/choice-at";
import { membersOf, namesWith } from "@/features/teams/model/members";
import { changed, type Row } from "@/features/teams/model/rows";
import { needToggled, renamed } from "@/features/teams/model/tasks";
import { ToggleChips } from "@/features/teams/toggle-chips";
import { specializationsOf, useAgentsAround } from "@/features/teams/use-agents-around";
import { teamPlan as words } from "@/text/teams";
import { IconButton } from "@/ui/icon-button";

interface TaskRowProps {
  editor: Editor;
  tasks: readonly Row[];
  place: number;
  onChange: (tasks: readonly Row[]) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const quiet = "aria-disabled:cursor-not-allowed aria-disabled:text-fg-3";

/** One stored task: what is to be done, by whom, and after which others. */
export function TaskRow({ editor, tasks, place, onChange, onMove, onRemove }: TaskRowProps) {
  const agents = useAgentsAround() ?? [];
  const task = tasks[place] ?? {};
  const locked = editor.readOnly !== undefined;
  const executors = namesWith(membersOf(editor.content), "execute");
  const at = (field: string) => pointer("planner", "tasks", place, field);
  const put = (field: string, value: unknown) => onChange(changed(tasks, place, field, value));
  const needs = asTexts(task.depends_on);
  const others = tasks.flatMap((each, index) => (index === place || asText(each.key) === "" ? [] : [{ value: asText(each.key), name: asText(each.title) || asText(each.key) }]));
  const lost = needs.filter((need) => !others.some(({ value }) => value === need)).map((need) => ({ value: need, name: need }));
  const needsWrong = wordsOf(editor, at("depends_on"), true);
  const whole = wordsOf(editor, pointer("planner", "tasks", place));
  return (
    <li className="flex flex-col gap-2.5 rounded-card border border-line bg-surface px-3 py-2.5">
      <div className="flex items-center">
        <h3 className="text-12 font-medium text-fg-2">{words.task(place + 1)}</h3>
        {!locked && (
          <div className="-mr-1.5 ml-auto flex">
            <IconButton icon={ArrowUp} label={words.moveUp(place + 1)} aria-disabled={place === 0} className={quiet} onClick={() => onMove(place - 1)} />
            <IconButton icon={ArrowDown} label={words.moveDown(place + 1)} aria-disabled={place === tasks.length - 1} className={quiet} onClick={() => onMove(place + 1)} />
            <IconButton icon={X} label={words.remove(place + 1)} onClick={onRemove} />
          </div>
        )}
      </div>
      {whole !== undefined && <div className="text-12 text-danger">{whole}</div>}
      <div className="grid gap-2.5 @min-[520px]:grid-cols-[1fr_11rem]">
        <ValueField editor={editor} at={at("title")} label={words.taskTitle} required value={asText(task.title)} onChange={(text) => put("title", text)} />
        <ValueField editor={editor} at={at("key")} label={words.key} help={words.keyHelp} required mono value={asText(task.key)} onChange={(text) => onChange(renamed(tasks, place, text))} />
      </div>
      <ValueField editor={editor} at={at("prompt")} label={words.prompt} help={words.promptHelp} required lines value={asText(task.prompt)} onChange={(text) => put("prompt", text)} />
      <div className="grid gap-2.5 @min-[520px]:grid-cols-2">
        <ChoiceAt
          editor={editor}
          at={at("specialization")}
          label={words.specialization}
          none={words.specializationNone}
          options={named(specializationsOf(agents, executors))}
          value={asText(task.specialization)}
          onChange={(value) => put("specialization", value)}
        />
        <ChoiceAt editor={editor} at={at("agent")} label={words.agent} none={words.agentNone} options={named(executors)} value={asText(task.agent)} onChange={(value) => put("agent", value)} />
      </div>
      {(tasks.length > 1 || lost.length > 0) && (
        <div className="flex flex-col gap-1">
          <p className="text-12 font-medium text-fg-2">{words.needs}</p>
          <ToggleChips label={words.needsOf(place + 1)} options={[...others, ...lost]} chosen={needs} disabled={locked} pointer={at("depends_on")} onToggle={(key) => put("depends_on", needToggled(task, key))} />
          {needsWrong === undefined ? (
            <p className="text-12 text-fg-3">{needs.length === 0 ? words.first : words.needsHelp}</p>
          ) : (
            <div className="text-12 text-danger">{needsWrong}</div>
          )}
        </div>
      )}
    </li>
  );
}
