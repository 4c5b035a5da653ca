import { Block, ValueField, wordsOf } from "@/features/studio/fields";
import { asNumberOrText, asRecord, asText, orNothing } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { ChoiceAt } from "@/features/teams/choice-at";
import { sectionWith } from "@/features/teams/model/rows";
import { RubricField } from "@/features/teams/rubric-field";
import { teamReview as words } from "@/text/teams";
import { Checkbox } from "@/ui/field";

type Rule = keyof typeof words.rules;
const rules = (Object.keys(words.rules) as Rule[]).map((value) => ({ value, name: words.rules[value] }));

/** How the work on each task is reviewed: how often, by how many, by which rule and scores. */
export function ReviewBlock({ editor }: { editor: Editor }) {
  const review = asRecord(editor.content.review);
  const put = (field: string, value: unknown) => editor.set("review", sectionWith(review, field, value));
  const isOff = review.max_reviews === 0;
  const whole = wordsOf(editor, "/review");
  const self = wordsOf(editor, "/review/allow_self_review");
  return (
    <Block fields={["review"]} title={words.title} note={words.note}>
      <div className="grid gap-3 @min-[520px]:grid-cols-3">
        <ValueField
          editor={editor}
          at="/review/max_reviews"
          label={words.rounds}
          help={words.roundsHelp}
          optional
          value={asText(review.max_reviews)}
          onChange={(text) => put("max_reviews", asNumberOrText(text))}
        />
        {!isOff && (
          <>
            <ValueField
              editor={editor}
              at="/review/reviewers"
              label={words.reviewers}
              help={words.reviewersHelp}
              optional
              value={asText(review.reviewers)}
              onChange={(text) => put("reviewers", asNumberOrText(text))}
            />
            <ChoiceAt
              editor={editor}
              at="/review/rule"
              label={words.rule}
              options={rules}
              value={asText(review.rule) || "all"}
              // What is so unless said needs no words in the text.
              onChange={(rule) => put("rule", rule === "all" ? undefined : rule)}
            />
          </>
        )}
      </div>
      {whole !== undefined && <div className="text-12 text-danger">{whole}</div>}
      {isOff ? (
        <p className="text-fg-3">{words.off}</p>
      ) : (
        <>
          <Checkbox
            label={words.self}
            data-pointer="/review/allow_self_review"
            disabled={editor.readOnly !== undefined}
            checked={review.allow_self_review === true}
            onChange={(event) => put("allow_self_review", event.target.checked ? true : undefined)}
          />
          {self !== undefined && <div className="text-12 text-danger">{self}</div>}
          <ValueField
            editor={editor}
            at="/review/instructions"
            label={words.instructions}
            help={words.instructionsHelp}
            lines
            optional
            value={asText(review.instructions)}
            onChange={(text) => put("instructions", orNothing(text))}
          />
          <RubricField editor={editor} review={review} onChange={(rubric) => put("rubric", rubric)} />
        </>
      )}
    </Block>
  );
}
