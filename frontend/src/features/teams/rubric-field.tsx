import { Plus, X } from "lucide-react";

import { ValueField, wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import { asNumberOrText, asText, orNothing } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { changed, rowsIn, rowsOf, type Row } from "@/features/teams/model/rows";
import { teamReview as words } from "@/text/teams";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";

const MOST_LINES = 10;

const SCORES = [
  { field: "min", label: words.lowest, usual: "0" },
  { field: "max", label: words.highest, usual: "10" },
  { field: "at_least", label: words.atLeast, usual: "" },
] as const;

interface RubricFieldProps {
  editor: Editor;
  review: Row;
  onChange: (rubric: readonly Row[] | undefined) => void;
}

/** What reviewers score, line by line, and which score asks for more work. */
export function RubricField({ editor, review, onChange }: RubricFieldProps) {
  const rows = rowsOf(review.rubric);
  const locked = editor.readOnly !== undefined;
  const put = (at: number, field: string, value: unknown) => onChange(changed(rows, at, field, value));
  const whole = wordsOf(editor, "/review/rubric");
  return (
    <div role="group" aria-label={words.rubric} className="flex flex-col gap-2">
      <p className="flex gap-2 text-12">
        <span className="font-medium text-fg-2">{words.rubric}</span>
        <span className="text-fg-3">{words.rubricNote}</span>
      </p>
      {rows.map((row, index) => {
        const at = (field: string) => pointer("review", "rubric", index, field);
        const wrong = wordsOf(editor, pointer("review", "rubric", index));
        return (
          <div key={index} role="group" aria-label={words.line(index + 1)} className="flex flex-col gap-1">
            <div className="flex items-start gap-1">
              <div className="grid min-w-0 flex-1 grid-cols-3 gap-2 @min-[620px]:grid-cols-[8rem_1fr_4.5rem_4.5rem_4.5rem]">
                <ValueField editor={editor} at={at("name")} label={words.name} mono value={asText(row.name)} onChange={(text) => put(index, "name", text)} />
                <ValueField
                  editor={editor}
                  at={at("description")}
                  label={words.meaning}
                  className="col-span-2 @min-[620px]:col-span-1"
                  value={asText(row.description)}
                  onChange={(text) => put(index, "description", orNothing(text))}
                />
                {SCORES.map(({ field, label, usual }) => (
                  <ValueField
                    key={field}
                    editor={editor}
                    at={at(field)}
                    label={label}
                    placeholder={usual}
                    value={asText(row[field])}
                    onChange={(text) => put(index, field, asNumberOrText(text))}
                  />
                ))}
              </div>
              {!locked && <IconButton icon={X} label={words.remove(index + 1)} className="mt-5.5" onClick={() => onChange(rowsIn(rows.filter((_, each) => each !== index)))} />}
            </div>
            {wrong !== undefined && <div className="text-12 text-danger">{wrong}</div>}
          </div>
        );
      })}
      {whole !== undefined && <div className="text-12 text-danger">{whole}</div>}
      {!locked && rows.length < MOST_LINES && (
        <Button size="small" variant="ghost" icon={Plus} className="-ml-2 self-start" onClick={() => onChange([...rows, { name: "" }])}>
          {words.addLine}
        </Button>
      )}
    </div>
  );
}
