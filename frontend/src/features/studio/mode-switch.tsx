import type { ModeChoice } from "@/features/studio/mode";
import { studio as words } from "@/text/studio";
import { Segments } from "@/ui/segments";

/** Form, both or text. */
export function ModeSwitch({ choice }: { choice: ModeChoice }) {
  if (choice.modes.length < 2) return null;
  return (
    <Segments
      label={words.modesLabel}
      value={choice.mode}
      options={choice.modes.map((mode) => ({ value: mode, name: words.modes[mode] }))}
      onChange={choice.choose}
    />
  );
}
