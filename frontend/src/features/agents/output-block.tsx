import { useState } from "react";

import { schemaIn, textOfSchema } from "@/features/agents/model/output-schema";
import { Block, wordsOf } from "@/features/studio/fields";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";
import { Field, SelectInput, TextArea } from "@/ui/field";

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
  const choose = (kind: string) => {
    const schema = kind === "json" ? schemaIn(words.outputExample) : undefined;
    setHeld({ text: textOfSchema(schema), written: textOfSchema(schema) });
    editor.set("output", schema);
  };
  const broken = held.text.trim() !== "" && schemaIn(held.text) === undefined;
  return (
    <Block fields={["output"]} title={words.output} note={words.outputNote}>
      <SelectInput aria-label={words.output} disabled={locked} className="max-w-64" value={output === undefined ? "text" : "json"} onChange={(event) => choose(event.target.value)}>
        <option value="text">{words.outputText}</option>
        <option value="json">{words.outputJson}</option>
      </SelectInput>
      {output !== undefined && (
        <Field label={words.outputSchema} help={words.outputHelp} error={broken ? words.outputBroken : wordsOf(editor, "/output", true)}>
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
