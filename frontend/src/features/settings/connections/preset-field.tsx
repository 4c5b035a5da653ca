import { useState } from "react";

import { filledBy, type ConnectionForm } from "@/features/settings/connections/connection-form";
import { presets, connections as words } from "@/text/settings-connections";
import { Field, SelectInput } from "@/ui/field";

interface PresetFieldProps {
  /** Whether its reader may give a key. */
  maySecrets: boolean;
  onChoose: (changes: Partial<ConnectionForm>) => void;
}

/** Fills provider and address in for a server that many use, and says what key it wants; all can be changed. */
export function PresetField({ maySecrets, onChoose }: PresetFieldProps) {
  const [name, setName] = useState("");
  const chosen = presets.find((each) => each.name === name);
  return (
    <Field label={words.preset} help={chosen?.key ?? words.presetHelp}>
      {(ids) => (
        <SelectInput
          {...ids}
          value={name}
          onChange={(event) => {
            const found = presets.find((each) => each.name === event.target.value);
            setName(event.target.value);
            if (found !== undefined) onChoose(filledBy(found.fills, maySecrets));
          }}
        >
          <option value="">{words.presetNone}</option>
          {presets.map((each) => (
            <option key={each.name} value={each.name}>
              {each.name}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
