import { Ellipsis } from "lucide-react";

import { firstKeys, refusal, type Command } from "@/commands/command";
import { acts as words } from "@/text/run";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";

/** What is done less often. */
export function MoreMenu({ commands }: { commands: readonly Command[] }) {
  return (
    <Menu
      label={words.more}
      align="end"
      trigger={<IconButton icon={Ellipsis} label={words.more} />}
      sections={[
        {
          id: "more",
          items: commands.map((command) => ({
            id: command.id,
            name: command.short ?? command.name,
            icon: command.icon,
            keys: firstKeys(command),
            refused: refusal(command),
            danger: command.id === "run.cancel",
            onSelect: command.run,
          })),
        },
      ]}
    />
  );
}
