import { useState, type ReactNode } from "react";

import { schemaIn, textOfSchema } from "@/features/agents/model/output-schema";
import { Block } from "@/features/studio/fields";
import { partsOf, problemsIn } from "@/features/studio/model/pointer";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";
import { Field, SelectInput, TextArea } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";

/** What its answer must be: any words, or a JSON object that fits a schema. */
export function OutputBlock({ editor }: { editor: Editor }) {
  const { output } = editor.content;
  const written = textOfSchema(output);
  const [held, setHeld] = useState(() => ({ text: written, written }));
  // Half a schema is in no content: the text is read anew only when the content changed from elsewhere.
  if (held.written !== written) setHeld({ text: written, written });
  const locked = editor.readOnly !== undefined;
  const change = (text: string) => {
    const schema = schemaIn(text);
    if (schema === undefined) {
      setHeld({ text, written });
      return;
    }
    setHeld({ text, written: textOfSchema(schema) });
    editor.set("output", schema);
  };
  const [last, setLast] = useState<Record<string, unknown>>();
  const choose = (kind: string) => {
    // A schema that was there comes back: a look at the other choice loses nothing.
    if (kind !== "json") setLast(schemaIn(held.text));
    const schema = kind === "json" ? (last ?? schemaIn(words.outputExample)) : undefined;
    setHeld({ text: textOfSchema(schema), written: textOfSchema(schema) });
    editor.set("output", schema);
  };
  const broken = schemaIn(held.text) === undefined;
  return (
    <Block fields={["output"]} title={words.output} note={words.outputNote}>
      <SelectInput aria-label={words.output} disabled={locked} className="max-w-64" value={output === undefined ? "text" : "json"} onChange={(event) => choose(event.target.value)}>
        <option value="text">{words.outputText}</option>
        <option value="json">{words.outputJson}</option>
      </SelectInput>
      {output !== undefined && (
        <Field label={words.outputSchema} help={words.outputHelp} error={broken ? words.outputBroken : placedWords(editor)}>
          {(ids) => (
            <TextArea
              {...ids}
              data-pointer="/output"
              rows={6}
              readOnly={locked}
              spellCheck={false}
              className="font-mono text-12"
              value={held.text}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </Field>
      )}
    </Block>
  );
}

/** What is wrong with the schema, each with where it lies in it. */
function placedWords(editor: Editor): ReactNode {
  const found = problemsIn(editor.problems, "/output");
  if (found.length === 0) return undefined;
  return (
    <span className="min-w-0">
      {found.map(({ pointer, message }, index) => {
        const place = partsOf(pointer).slice(1).join(".");
        return (
          <span key={index} className="block">
            {place !== "" && <ForeignText text={place} mono />} <ForeignText text={message} />
          </span>
        );
      })}
    </span>
  );
}
