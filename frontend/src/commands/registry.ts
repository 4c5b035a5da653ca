/** The commands there are now: those of the shell, of the view above it and of a dialog above both. */

import type { Command } from "@/commands/command";

export interface Layer {
  commands: readonly Command[];
  /** Of a dialog: while one is open, the commands beneath are out of reach. */
  modal: boolean;
}

export class CommandRegistry {
  readonly #layers = new Set<Layer>();

  /** Puts a layer on top; the answer takes it away again. */
  add(layer: Layer): () => void {
    this.#layers.add(layer);
    return () => this.#layers.delete(layer);
  }

  /** From the top down: what a view registers comes before what the shell has under the same key. */
  reachable(modalOnly: boolean): Command[] {
    return [...this.#layers]
      .reverse()
      .filter((layer) => layer.modal || !modalOnly)
      .flatMap((layer) => layer.commands);
  }
}

/** The one of the application. */
export const registry = new CommandRegistry();
