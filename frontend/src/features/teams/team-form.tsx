import { LimitsBlock } from "@/features/agents/limits-block";
import { Block, TextField } from "@/features/studio/fields";
import { asText } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { ChoiceAt, named } from "@/features/teams/choice-at";
import { MembersBlock } from "@/features/teams/members-block";
import { membersOf, namesWith } from "@/features/teams/model/members";
import { PlanBlock } from "@/features/teams/plan-block";
import { ReviewBlock } from "@/features/teams/review-block";
import { teamEnd as words, teams } from "@/text/teams";

type Failure = keyof typeof words.failures;
const failures = (Object.keys(words.failures) as Failure[]).map((value) => ({ value, name: words.failures[value] }));

/** What a team is: who takes part, who plans, how work is reviewed, and what becomes of the results. */
export function TeamForm({ editor }: { editor: Editor }) {
  return (
    <>
      <Block fields={["description"]}>
        <TextField editor={editor} field="description" label={teams.description} help={teams.descriptionHelp} optional />
      </Block>
      <MembersBlock editor={editor} />
      <PlanBlock editor={editor} />
      <ReviewBlock editor={editor} />
      <ResultBlock editor={editor} />
      <LimitsBlock editor={editor} />
    </>
  );
}

function ResultBlock({ editor }: { editor: Editor }) {
  const { content } = editor;
  return (
    <Block fields={["compose", "on_failure"]} title={words.title}>
      <div className="grid gap-3 @min-[520px]:grid-cols-2">
        <ChoiceAt
          editor={editor}
          at="/compose"
          label={words.compose}
          none={words.composeNone}
          help={words.composeHelp}
          options={named(namesWith(membersOf(content), "compose"))}
          value={asText(content.compose)}
          onChange={(value) => editor.set("compose", value)}
        />
        <ChoiceAt
          editor={editor}
          at="/on_failure"
          label={words.failure}
          options={failures}
          value={asText(content.on_failure) || "fail"}
          onChange={(value) => editor.set("on_failure", value === "fail" ? undefined : value)}
        />
      </div>
    </Block>
  );
}
