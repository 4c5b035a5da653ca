import { useState } from "react";

import { Block, ValueField, wordsOf } from "@/features/studio/fields";
import { asRecord, asText, orNothing } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { ChoiceAt, named } from "@/features/teams/choice-at";
import { membersOf, namesWith } from "@/features/teams/model/members";
import { sectionWith, type Row } from "@/features/teams/model/rows";
import { TasksField } from "@/features/teams/tasks-field";
import { teamPlan as words } from "@/text/teams";
import { RadioCards } from "@/ui/radio-cards";

type Kind = keyof typeof words.kinds;
const kinds = (Object.keys(words.kinds) as Kind[]).map((value) => ({ value, ...words.kinds[value] }));

/** How the request becomes tasks: it is the one task, a stored list, or what a member plans. */
export function PlanBlock({ editor }: { editor: Editor }) {
  const planner = asRecord(editor.content.planner);
  const kind = asText(planner.kind) || "none";
  const members = membersOf(editor.content);
  // A plan that was there comes back: a look at the other choices loses nothing.
  const [last, setLast] = useState<Readonly<Record<string, Row>>>({});
  const put = (field: string, value: unknown) => editor.set("planner", sectionWith(planner, field, value));
  const choose = (next: Kind) => {
    setLast({ ...last, [kind]: planner });
    editor.set("planner", last[next] ?? (next === "none" ? undefined : { kind: next }));
  };
  const wrong = wordsOf(editor, "/planner") ?? wordsOf(editor, "/planner/kind");
  return (
    <Block fields={["planner"]} title={words.title} note={words.note}>
      <RadioCards
        label={words.title}
        value={kind}
        options={kinds}
        onChange={choose}
        disabled={editor.readOnly !== undefined}
        pointer="/planner/kind"
        className="@min-[620px]:grid-cols-3"
      />
      {wrong !== undefined && <div className="text-12 text-danger">{wrong}</div>}
      {kind === "static" ? (
        <TasksField editor={editor} planner={planner} onChange={(tasks) => put("tasks", tasks)} />
      ) : (
        <ChoiceAt
          editor={editor}
          at="/planner/agent"
          label={kind === "model" ? words.planner : words.executor}
          none={kind === "model" ? words.plannerNone : words.executorNone}
          help={kind === "model" ? words.plannerHelp : words.executorHelp}
          required={kind === "model"}
          options={named(namesWith(members, kind === "model" ? "plan" : "execute"))}
          value={asText(planner.agent)}
          onChange={(agent) => put("agent", agent)}
          className="max-w-64"
        />
      )}
      {kind === "model" && (
        <ValueField
          editor={editor}
          at="/planner/instructions"
          label={words.instructions}
          help={words.instructionsHelp}
          lines
          optional
          value={asText(planner.instructions)}
          onChange={(text) => put("instructions", orNothing(text))}
        />
      )}
    </Block>
  );
}
