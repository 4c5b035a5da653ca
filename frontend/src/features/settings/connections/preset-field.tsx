import type { ConnectionForm } from "@/features/settings/connections/connection-form";
import { presets, connections as words } from "@/text/settings-connections";
import { Field, SelectInput } from "@/ui/field";

/** Fills provider and address in for a server that many use; what it fills in can be changed. */
export function PresetField({ onChoose }: { onChoose: (changes: Partial<ConnectionForm>) => void }) {
  return (
    <Field label={words.preset} help={words.presetHelp}>
      {(ids) => (
        <SelectInput
          {...ids}
          defaultValue=""
          onChange={(event) => {
            const chosen = presets.find((each) => each.name === event.target.value);
            if (chosen !== undefined) onChoose(chosen.fills);
          }}
        >
          <option value="">{words.presetNone}</option>
          {presets.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
