import { useEffect, useRef } from "react";

import type { Command } from "@/commands/command";
import { registry, type Layer } from "@/commands/registry";

interface Options {
  /** Of a dialog: reachable while it is open, when the commands beneath are not. */
  modal?: boolean;
}

/**
 * Registers commands while the component is there. A view above the shell wins under the same key. The list may
 * be a new one on each render: keys always meet the newest.
 */
export function useCommands(commands: readonly Command[], { modal = false }: Options = {}): void {
  const layer = useRef<Layer | null>(null);
  useEffect(() => {
    const own: Layer = { commands: [], modal };
    layer.current = own;
    return registry.add(own);
  }, [modal]);
  useEffect(() => {
    if (layer.current !== null) layer.current.commands = commands;
  });
}
