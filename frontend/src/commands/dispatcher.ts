/** From a key press to the command that has it. Knows no React; fields and dialogs are judged by the document. */

import { allKeys, refusal, type Command } from "@/commands/command";
import { isSingleSign, pressOf } from "@/commands/keys";
import type { CommandRegistry } from "@/commands/registry";

export const SEQUENCE_MS = 1000;

interface Surroundings {
  registry: CommandRegistry;
  /** Whether single letters and signs act at all. */
  singleKeys: () => boolean;
  /** A command that has the key but cannot be done now. */
  onRefused: (command: Command, reason: string) => void;
  now?: () => number;
}

/** Answers key presses with commands. */
export class KeyDispatcher {
  #begun = "";
  #begunAt = 0;
  readonly #around: Required<Surroundings>;

  constructor(around: Surroundings) {
    this.#around = { now: () => performance.now(), ...around };
  }

  /** Handles one `keydown`; true if a command took it. */
  handle(event: KeyboardEvent): boolean {
    const press = pressOf(event);
    if (press === undefined || event.defaultPrevented || event.isComposing) return false;
    const commands = this.#reachable(event, press);
    const sequence = this.#continued(press);
    const exact = commands.find((command) => allKeys(command).includes(sequence));
    if (exact !== undefined) return this.#act(exact, event);
    if (begins(commands, sequence) && !event.repeat) {
      this.#begun = sequence;
      this.#begunAt = this.#around.now();
      event.preventDefault();
      return true;
    }
    if (sequence === press) return false;
    const alone = commands.find((command) => allKeys(command).includes(press));
    return alone === undefined ? false : this.#act(alone, event);
  }

  #continued(press: string): string {
    const fresh = this.#begun !== "" && this.#around.now() - this.#begunAt <= SEQUENCE_MS;
    const sequence = fresh ? `${this.#begun} ${press}` : press;
    this.#begun = "";
    return sequence;
  }

  #reachable(event: KeyboardEvent, press: string): Command[] {
    const target = event.target instanceof Element ? event.target : null;
    if (isSingleSign(press) && !this.#around.singleKeys()) return [];
    if (target?.closest("[role=menu]") != null) return [];
    if ((press === "Enter" || press === "Space") && isPressable(target)) return [];
    const modal = document.querySelector("[data-modal]") !== null;
    const commands = this.#around.registry.reachable(modal);
    return isField(target) ? commands.filter((command) => command.inFields === true) : commands;
  }

  #act(command: Command, event: KeyboardEvent): boolean {
    event.preventDefault();
    if (event.repeat && command.repeats !== true) return true;
    const reason = refusal(command);
    if (reason === undefined) command.run();
    else this.#around.onRefused(command, reason);
    return true;
  }
}

/** Something in which letters are text. */
export function isField(element: Element | null): boolean {
  if (element === null) return false;
  if (element instanceof HTMLInputElement) {
    return !["button", "checkbox", "radio", "range", "reset", "submit", "file", "color"].includes(element.type);
  }
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    element.closest("[contenteditable]:not([contenteditable=false]),[role=textbox],[role=combobox]") !== null
  );
}

/** Something that Enter and Space press by themselves. */
function isPressable(element: Element | null): boolean {
  return element?.closest("button,a[href],summary,input,[role=button],[role=switch],[role=tab],[role=menuitem]") != null;
}

function begins(commands: readonly Command[], sequence: string): boolean {
  return commands.some((command) => allKeys(command).some((keys) => keys.startsWith(`${sequence} `)));
}
