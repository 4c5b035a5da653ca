import { Plus, X } from "lucide-react";
import { useState } from "react";

import { rowsOf, settingsOf, type SettingRow } from "@/features/agents/model/setting-rows";
import { useUnsent } from "@/features/agents/use-around";
import { wordsOf } from "@/features/studio/fields";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";
import { Button } from "@/ui/button";
import { TextInput } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";

interface SettingRowsFieldProps {
  editor: Editor;
  /** Where they lie: a JSON pointer. */
  at: string;
  settings: unknown;
  /** The names of the connection and the model they are for. */
  connection: string;
  model: string;
  /** Of which of several models, for names that are read aloud. */
  of?: string;
  onChange: (settings: Record<string, unknown> | undefined) => void;
}

/** Names and values that go to a model as they stand. */
export function SettingRowsField({ editor, at, settings, connection, model, of = "", onChange }: SettingRowsFieldProps) {
  const written = JSON.stringify(settings);
  const [held, setHeld] = useState(() => ({ rows: rowsOf(settings), written }));
  // A row that has no name yet is in no content: rows are read anew only when the content changed from elsewhere.
  if (held.written !== written) setHeld({ rows: rowsOf(settings), written });
  const { rows } = held;
  const locked = editor.readOnly !== undefined;
  const put = (next: readonly SettingRow[]) => {
    const value = settingsOf(next);
    setHeld({ rows: [...next], written: JSON.stringify(value) });
    onChange(value);
  };
  const change = (place: number, row: SettingRow) => put(rows.map((each, index) => (index === place ? row : each)));
  const wrong = wordsOf(editor, at, true);
  const unsent = useUnsent(connection, model, rows.length > 0);
  const left = rows.map(({ name }) => name.trim()).filter((name) => unsent.has(name));
  return (
    <>
      {rows.length > 0 && (
        <ul className="flex flex-col gap-2">
          {rows.map((row, index) => (
            <li key={index} className="flex items-center gap-2">
              <TextInput
                aria-label={words.settingNameOf(index + 1, of)}
                placeholder={words.settingName}
                data-pointer={at}
                className="font-mono"
                spellCheck={false}
                readOnly={locked}
                value={row.name}
                onChange={(event) => change(index, { ...row, name: event.target.value })}
              />
              <TextInput
                aria-label={words.settingValueOf(index + 1, of)}
                placeholder={words.settingValue}
                data-pointer={at}
                className="font-mono"
                spellCheck={false}
                readOnly={locked}
                value={row.value}
                onChange={(event) => change(index, { ...row, value: event.target.value })}
              />
              {!locked && <IconButton icon={X} label={words.removeSetting(row.name)} onClick={() => put(rows.filter((_, place) => place !== index))} />}
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <p role="status" className="text-12 text-attention-fg">
          {words.unsent(model, left)}
        </p>
      )}
      {wrong !== undefined && <div className="text-12 text-danger">{wrong}</div>}
      {!locked && (
        <Button size="small" variant="ghost" icon={Plus} className="-ml-2 self-start" onClick={() => put([...rows, { name: "", value: "" }])}>
          {words.addSetting}
          {of !== "" && <span className="sr-only">{words.addSettingOf(of)}</span>}
        </Button>
      )}
    </>
  );
}
