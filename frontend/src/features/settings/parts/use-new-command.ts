import { Plus } from "lucide-react";

import type { Command } from "@/commands/command";
import { useCommands } from "@/commands/use-commands";
import { groups } from "@/text/shell";
import { settings } from "@/text/settings";

/** The act that makes one more: the key N, the button in the head, the palette. */
export function useNewCommand(id: string, name: string, run: () => void, allowed: boolean): Command {
  const command: Command = {
    id: `settings.${id}.new`,
    name,
    short: settings.newShort,
    keys: "N",
    group: groups.settings,
    icon: Plus,
    run,
  };
  useCommands(allowed ? [command] : []);
  return command;
}
