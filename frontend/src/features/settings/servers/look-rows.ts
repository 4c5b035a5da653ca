/** The tools of a server as rows to choose from. Pure. */

import type { McpTool } from "@/features/settings/rest/shapes";
import { look as words } from "@/text/settings-servers";

export interface Choice {
  readonly selected: ReadonlySet<string>;
  readonly names: Readonly<Record<string, string>>;
}

export const NOTHING: Choice = { selected: new Set(), names: {} };

export function nameOf(tool: McpTool, choice: Choice): string {
  return choice.names[tool.tool] ?? tool.name;
}

export function withSelected(choice: Choice, tool: string, on: boolean): Choice {
  const selected = new Set(choice.selected);
  if (on) selected.add(tool);
  else selected.delete(tool);
  return { ...choice, selected };
}

/** A tool that the project has keeps its name. */
export function isRenamable(tool: McpTool): boolean {
  return tool.imported.length === 0;
}

/** What is wrong with the name of a chosen tool. */
export function nameFault(tool: McpTool, tools: readonly McpTool[], choice: Choice): string | undefined {
  if (!choice.selected.has(tool.tool)) return undefined;
  const name = nameOf(tool, choice);
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return words.badName;
  if (tools.some((other) => other.tool !== tool.tool && choice.selected.has(other.tool) && nameOf(other, choice) === name)) return words.twice;
  return tool.exists && name === tool.name ? words.exists : undefined;
}

export function picked(tools: readonly McpTool[], choice: Choice) {
  return tools.filter(({ tool }) => choice.selected.has(tool)).map((each) => ({ tool: each.tool, name: nameOf(each, choice), definition_digest: each.definition_digest }));
}
