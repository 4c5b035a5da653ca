import { Plus, X } from "lucide-react";
import { useState } from "react";

import { rowsOf, settingsOf, type SettingRow } from "@/features/agents/model/setting-rows";
import { useUnsent } from "@/features/agents/use-around";
import { Block, wordsOf } from "@/features/studio/fields";
import { asText } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";
import { Button } from "@/ui/button";
import { TextInput } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";

/** Names and values that go to the provider as they stand. */
export function SettingsBlock({ editor }: { editor: Editor }) {
  const { settings } = editor.content;
  const written = JSON.stringify(settings);
  const [held, setHeld] = useState(() => ({ rows: rowsOf(settings), written }));
  // A row that has no name yet is in no content: rows are read anew only when the content changed from elsewhere.
  if (held.written !== written) setHeld({ rows: rowsOf(settings), written });
  const { rows } = held;
  const locked = editor.readOnly !== undefined;
  const put = (next: readonly SettingRow[]) => {
    const value = settingsOf(next);
    setHeld({ rows: [...next], written: JSON.stringify(value) });
    editor.set("settings", value);
  };
  const change = (at: number, row: SettingRow) => put(rows.map((each, index) => (index === at ? row : each)));
  const wrong = wordsOf(editor, "/settings", true);
  const model = asText(editor.content.model);
  const unsent = useUnsent(asText(editor.content.connection), model, rows.length > 0);
  const left = rows.map(({ name }) => name.trim()).filter((name) => unsent.has(name));
  return (
    <Block fields={["settings"]} title={words.settings} note={words.settingsNote}>
      {rows.length > 0 && (
        <ul className="flex flex-col gap-2">
          {rows.map((row, index) => (
            <li key={index} className="flex items-center gap-2">
              <TextInput
                aria-label={words.settingNameOf(index + 1)}
                placeholder={words.settingName}
                data-pointer="/settings"
                className="font-mono"
                spellCheck={false}
                readOnly={locked}
                value={row.name}
                onChange={(event) => change(index, { ...row, name: event.target.value })}
              />
              <TextInput
                aria-label={words.settingValueOf(index + 1)}
                placeholder={words.settingValue}
                data-pointer="/settings"
                className="font-mono"
                spellCheck={false}
                readOnly={locked}
                value={row.value}
                onChange={(event) => change(index, { ...row, value: event.target.value })}
              />
              {!locked && <IconButton icon={X} label={words.removeSetting(row.name)} onClick={() => put(rows.filter((_, at) => at !== index))} />}
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
        </Button>
      )}
    </Block>
  );
}
