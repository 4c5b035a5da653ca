import clsx from "clsx";

import type { ModeChoice } from "@/features/studio/mode";
import { studio as words } from "@/text/studio";

/** Form, both or text. */
export function ModeSwitch({ choice }: { choice: ModeChoice }) {
  if (choice.modes.length < 2) return null;
  return (
    <div role="group" aria-label={words.modesLabel} aria-keyshortcuts="Control+/" className="flex rounded-control bg-track p-0.5">
      {choice.modes.map((mode) => (
        <button
          key={mode}
          type="button"
          aria-pressed={mode === choice.mode}
          onClick={() => choice.choose(mode)}
          className={clsx(
            "h-6 rounded-chip px-2.5 text-12 whitespace-nowrap pointer-coarse:h-10",
            mode === choice.mode ? "bg-surface font-medium text-fg shadow-1" : "text-fg-2 hover:text-fg",
          )}
        >
          {words.modes[mode]}
        </button>
      ))}
    </div>
  );
}
