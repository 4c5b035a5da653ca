import type { ReactNode } from "react";

import { CommandButton } from "@/commands/command-button";
import { allowedIn } from "@/features/run/run-header";
import type { RunCommands } from "@/features/run/use-run-commands";
import type { RunStatus } from "@/live/fold/words";
import { acts as words } from "@/text/run";

/** What can be done about an end that is not good, as a button; nothing where there is nothing. */
export function nextAct(status: RunStatus, commands: RunCommands): ReactNode {
  if (status === "needs_attention") {
    if (!allowedIn(commands.cancel)) return undefined;
    return (
      <CommandButton command={commands.cancel} variant="danger" size="small">
        {words.cancel}
      </CommandButton>
    );
  }
  if (!allowedIn(commands.startAgain)) return undefined;
  return (
    <CommandButton command={commands.startAgain} size="small">
      {words.startAgain}
    </CommandButton>
  );
}
