import { ArrowDown, ArrowUp, X } from "lucide-react";

import type { Fallback } from "@/features/agents/model/fallbacks";
import { SettingRowsField } from "@/features/agents/setting-rows-field";
import { useConnections } from "@/features/agents/use-around";
import { ValueField, wordsOf } from "@/features/studio/fields";
import { pointer } from "@/features/studio/model/pointer";
import { asText } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";
import { Field, SelectInput } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";

interface FallbackRowProps {
  editor: Editor;
  row: Fallback;
  place: number;
  count: number;
  onChange: (field: string, value: unknown) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const quiet = "aria-disabled:cursor-not-allowed aria-disabled:text-fg-3";

/** A further model: over which connection, what it is called there, and what is sent with every request to it. */
export function FallbackRow({ editor, row, place, count, onChange, onMove, onRemove }: FallbackRowProps) {
  const connections = useConnections() ?? [];
  const locked = editor.readOnly !== undefined;
  const chosen = asText(row.connection);
  const names = connections.map(({ name }) => name);
  const all = chosen === "" || names.includes(chosen) ? names : [...names, chosen];
  const at = pointer("fallback", place, "connection");
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <div className="grid min-w-56 flex-1 grid-cols-2 gap-2">
          <Field label={words.connection} error={wordsOf(editor, at)}>
            {(ids) => (
              <SelectInput {...ids} data-pointer={at} disabled={locked} value={chosen} onChange={(event) => onChange("connection", event.target.value)}>
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
          <ValueField editor={editor} at={pointer("fallback", place, "model")} label={words.model} mono value={asText(row.model)} onChange={(text) => onChange("model", text)} />
        </div>
        {!locked && (
          <div className="mt-5.5 flex">
            <IconButton icon={ArrowUp} label={words.fallbackUp(place + 1)} aria-disabled={place === 0} className={quiet} onClick={() => onMove(place - 1)} />
            <IconButton icon={ArrowDown} label={words.fallbackDown(place + 1)} aria-disabled={place === count - 1} className={quiet} onClick={() => onMove(place + 1)} />
            <IconButton icon={X} label={words.removeFallback(place + 1)} onClick={onRemove} />
          </div>
        )}
      </div>
      {(!locked || row.settings !== undefined) && (
        <div className="flex flex-col gap-2 border-l border-line pl-3">
          <SettingRowsField
            editor={editor}
            at={pointer("fallback", place, "settings")}
            settings={row.settings}
            connection={chosen}
            model={asText(row.model)}
            of={words.fallbackOf(place + 1)}
            onChange={(settings) => onChange("settings", settings)}
          />
        </div>
      )}
    </li>
  );
}
