import { Plus } from "lucide-react";

import { Block, wordsOf } from "@/features/studio/fields";
import { form as words } from "@/text/tools";
import { Button } from "@/ui/button";
import { Field, TextArea } from "@/ui/field";
import { Segments } from "@/ui/segments";

import { withArgument } from "../model/placing";
import { schemaOf } from "../model/schema";
import { rowsOfSchema, writeForm } from "../model/tool-form";
import { ArgumentRowView } from "./argument-row-view";
import type { BlockProps } from "./tool-form-view";

/** What the tool takes: a row for each argument, or one JSON Schema for all of them. */
export function ArgumentsBlock(props: BlockProps) {
  const { editor, form, change } = props;
  const locked = editor.readOnly !== undefined;
  const rows = form.schema === null ? form.arguments : rowsOfSchema(form.schema);
  const choose = (as: "fields" | "schema") => {
    if (as === "fields" && rows !== undefined) change({ ...form, schema: null, arguments: rows });
    if (as === "schema") change({ ...form, schema: JSON.stringify(schemaOf(writeForm(form)), null, 2) });
  };
  return (
    <Block
      fields={["arguments", "input_schema", "query", "body"]}
      title={words.arguments}
      note={form.schema === null && form.arguments.length > 0 ? words.argumentsNote(form.arguments.length) : undefined}
      acts={
        !locked && (
          <Segments
            label={words.shownAs}
            value={form.schema === null ? "fields" : "schema"}
            options={[
              { value: "fields", name: words.asFields, refused: rows === undefined ? words.schemaStays : undefined },
              { value: "schema", name: words.asSchema },
            ]}
            onChange={choose}
          />
        )
      }
    >
      {form.schema === null ? <Rows {...props} /> : <SchemaField {...props} schema={form.schema} />}
      {wordsOf(editor, "/arguments") !== undefined && <Wrong at="/arguments" {...props} />}
      {wordsOf(editor, "/query", true) !== undefined && <Wrong at="/query" {...props} />}
      {wordsOf(editor, "/body", true) !== undefined && <Wrong at="/body" {...props} />}
    </Block>
  );
}

function Rows({ editor, form, change }: BlockProps) {
  const locked = editor.readOnly !== undefined;
  return (
    <>
      {form.arguments.length === 0 ? (
        <p className="text-12 text-fg-3">{words.noArguments}</p>
      ) : (
        <ul className="rounded-card border border-line bg-surface">
          {form.arguments.map((row, index) => (
            <ArgumentRowView key={row.id} editor={editor} form={form} change={change} row={row} place={index + 1} />
          ))}
        </ul>
      )}
      {!locked && (
        <div>
          <Button size="small" icon={Plus} onClick={() => change(withArgument(form))}>
            {words.addArgument}
          </Button>
        </div>
      )}
    </>
  );
}

function SchemaField({ editor, form, change, schema }: BlockProps & { schema: string }) {
  return (
    <Field label={words.schema} help={words.schemaHelp} error={wordsOf(editor, "/input_schema", true)}>
      {(ids) => (
        <TextArea
          {...ids}
          data-pointer="/input_schema"
          value={schema}
          readOnly={editor.readOnly !== undefined}
          spellCheck={false}
          rows={12}
          className="font-mono"
          onChange={(event) => change({ ...form, schema: event.target.value })}
        />
      )}
    </Field>
  );
}

function Wrong({ editor, at }: BlockProps & { at: string }) {
  return (
    <div tabIndex={-1} data-pointer={at} className="text-12 text-danger outline-none">
      {wordsOf(editor, at, true)}
    </div>
  );
}
