import { X } from "lucide-react";
import { useState } from "react";

import { allKeys, type Command } from "@/commands/command";
import { singleKeys } from "@/commands/preferences";
import { registry } from "@/commands/registry";
import { groups as names, sheet as words } from "@/text/shell";
import { act } from "@/text/common";
import { Button } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";
import { IconButton } from "@/ui/icon-button";
import { Kbd } from "@/ui/kbd";
import { keyCaps } from "@/ui/key-names";
import { useStored } from "@/ui/stored";

const firstGroups = [names.everywhere, names.lists];

interface Group {
  name: string;
  commands: readonly Command[];
}

/** Every key that works here, made from the commands that are registered. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() => groupsOf(registry.reachable(false)));
  const single = useStored(singleKeys);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={words.title} bare width="wide" initialFocus="dialog" className="phone:top-[52px]">
      <header className="flex min-h-[52px] shrink-0 items-center gap-2.5 border-b border-line pr-3 pl-5 phone:pl-7">
        <h2 className="text-16 font-semibold">{words.title}</h2>
        <span className="hidden min-w-0 truncate text-fg-3 phone:inline">{single ? words.note : words.off}</span>
        <Button variant="ghost" size="small" className="ml-auto" onClick={() => singleKeys.set(!single)}>
          {single ? words.turnOff : words.turnOn}
        </Button>
        <IconButton icon={X} label={act.close} keys="Escape" onClick={onClose} />
      </header>
      <DialogBody className="gap-x-10 phone:columns-2 phone:px-7 phone:py-5 split:columns-3">
        {groups.map((group) => (
          <section key={group.name} className="mb-5 break-inside-avoid">
            <h3 className="pb-1.5 text-12 font-semibold text-fg-3">{group.name}</h3>
            <ul>
              {group.commands.map((command) => (
                <li key={command.id} className="flex min-h-[27px] items-center gap-2">
                  <span className="flex shrink-0 items-center gap-1">
                    {allKeys(command).map((keys) => (
                      <span key={keys}>
                        <Kbd keys={keys} />
                        <span className="sr-only">{keyCaps(keys).join(" ")}</span>
                      </span>
                    ))}
                  </span>
                  <span className="ml-auto text-right text-fg-2">{command.short ?? command.name}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}

/** By heading, the shell's first; a key stands once, with what it does here. */
function groupsOf(commands: readonly Command[]): Group[] {
  const seen = new Set<string>();
  const groups = new Map<string, Command[]>(firstGroups.map((name) => [name, []]));
  for (const command of commands) {
    const free = allKeys(command).filter((keys) => !seen.has(keys));
    if (free.length === 0) continue;
    free.forEach((keys) => seen.add(keys));
    groups.set(command.group, [...(groups.get(command.group) ?? []), { ...command, keys: free }]);
  }
  return [...groups].filter(([, each]) => each.length > 0).map(([name, each]) => ({ name, commands: each }));
}
