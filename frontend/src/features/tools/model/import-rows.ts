/** The operations of an OpenAPI document as rows to choose from. Pure. */

import type { JsonObject } from "@/live/json";

export interface ImportProblem {
  readonly code: string;
  readonly message: string;
  readonly pointer?: string;
}

export interface Operation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly name: string;
  /** The project has a tool of this name already. */
  readonly exists: boolean;
  readonly effect: string;
  readonly risk: string;
  /** None: it cannot become a tool, and the first of its problems says why. */
  readonly content: JsonObject | null;
  readonly problems: readonly ImportProblem[];
}

export interface OpenApiRead {
  readonly title: string;
  readonly version: string;
  readonly base_urls: readonly string[];
  readonly operations: readonly Operation[];
  readonly problems: readonly ImportProblem[];
}

/** What a person chose, by the key of the operation. */
export interface Choices {
  readonly selected: ReadonlySet<string>;
  readonly names: Readonly<Record<string, string>>;
  readonly effects: Readonly<Record<string, string>>;
  readonly risks: Readonly<Record<string, string>>;
}

export const NO_CHOICES: Choices = { selected: new Set(), names: {}, effects: {}, risks: {} };

/** The operations that have all words of the filter. */
export function shownOperations(operations: readonly Operation[], filter: string): Operation[] {
  const words = filter.toLowerCase().split(/\s+/u).filter((word) => word !== "");
  return operations.filter((each) => {
    const text = `${each.method} ${each.path} ${each.summary} ${each.name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The keys of those that can become tools. */
export function possible(operations: readonly Operation[]): string[] {
  return operations.filter(({ content }) => content !== null).map(({ key }) => key);
}

export function reads(operations: readonly Operation[]): string[] {
  return possible(operations.filter(({ effect }) => effect === "read_only"));
}

export function withSelected(choices: Choices, keys: readonly string[], on: boolean): Choices {
  const selected = new Set(choices.selected);
  for (const key of keys) {
    if (on) selected.add(key);
    else selected.delete(key);
  }
  return { ...choices, selected };
}

/** What is wrong with the name of a chosen operation. */
export function nameFault(operation: Operation, operations: readonly Operation[], choices: Choices): "form" | "twice" | "taken" | undefined {
  if (!choices.selected.has(operation.key)) return undefined;
  const name = nameOf(operation, choices);
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return "form";
  const others = operations.filter(({ key }) => key !== operation.key && choices.selected.has(key));
  if (others.some((other) => nameOf(other, choices) === name)) return "twice";
  return operations.some((each) => each.exists && each.name === name) ? "taken" : undefined;
}

export function nameOf(operation: Operation, choices: Choices): string {
  return choices.names[operation.key] ?? operation.name;
}

export interface OperationPicked {
  key: string;
  name: string;
  effect?: string;
  risk?: string;
}

/** What is sent: what was not changed is left to the server. */
export function picked(operations: readonly Operation[], choices: Choices): OperationPicked[] {
  return operations
    .filter(({ key }) => choices.selected.has(key))
    .map((operation) => {
      const effect = choices.effects[operation.key];
      const risk = choices.risks[operation.key];
      return {
        key: operation.key,
        name: nameOf(operation, choices),
        ...(effect === undefined ? {} : { effect }),
        ...(risk === undefined ? {} : { risk }),
      };
    });
}
