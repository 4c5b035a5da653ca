import { Plus, X } from "lucide-react";

import { useConnections } from "@/features/agents/use-around";
import { Block, ValueField, wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import { asList, asRecord, asText } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";
import { Button } from "@/ui/button";
import { Field, SelectInput } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";

const MOST = 3;

/** Whom to ask when the agent's own model does not answer, in order. */
export function FallbackBlock({ editor }: { editor: Editor }) {
  const connections = useConnections() ?? [];
  const rows = asList(editor.content.fallback).map(asRecord);
  const locked = editor.readOnly !== undefined;
  const put = (next: readonly Record<string, unknown>[]) => editor.set("fallback", next.length === 0 ? undefined : next);
  const change = (at: number, field: string, value: string) => put(rows.map((row, index) => (index === at ? { ...row, [field]: value } : row)));
  const whole = wordsOf(editor, "/fallback");
  return (
    <Block fields={["fallback"]} title={words.fallback} note={words.fallbackNote}>
      {rows.length > 0 && (
        <ol className="flex flex-col gap-2.5">
          {rows.map((row, index) => {
            const chosen = asText(row.connection);
            const names = connections.map(({ name }) => name);
            const all = chosen === "" || names.includes(chosen) ? names : [...names, chosen];
            const at = pointer("fallback", index, "connection");
            return (
              <li key={index} className="flex items-start gap-2">
                <Field label={words.connection} className="flex-1" error={wordsOf(editor, at)}>
                  {(ids) => (
                    <SelectInput {...ids} data-pointer={at} disabled={locked} value={chosen} onChange={(event) => change(index, "connection", event.target.value)}>
                      <option value="" disabled>
                        {words.connectionNone}
                      </option>
                      {all.map((name) => (
                        <option key={name} value={name}>
                          {name}
                        </option>
                      ))}
                    </SelectInput>
                  )}
                </Field>
                <ValueField
                  editor={editor}
                  at={pointer("fallback", index, "model")}
                  label={words.model}
                  className="flex-1"
                  mono
                  value={asText(row.model)}
                  onChange={(text) => change(index, "model", text)}
                />
                {!locked && (
                  <IconButton icon={X} label={words.removeFallback(index + 1)} className="mt-5.5" onClick={() => put(rows.filter((_, each) => each !== index))} />
                )}
              </li>
            );
          })}
        </ol>
      )}
      {whole !== undefined && <div className="text-12 text-danger">{whole}</div>}
      {!locked && rows.length < MOST && (
        <Button size="small" variant="ghost" icon={Plus} className="-ml-2 self-start" onClick={() => put([...rows, { connection: asText(editor.content.connection), model: "" }])}>
          {words.addFallback}
        </Button>
      )}
    </Block>
  );
}
