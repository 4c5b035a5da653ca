/** JSON pointers into content: reading, changing and which problems lie where. Pure. */

import type { Content, Problem } from "@/features/studio/model/shapes";

/** `/tools/0`, with signs escaped as RFC 6901 says. */
export function pointer(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function partsOf(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The content with one field set; undefined takes it away. */
export function withField(content: Content, field: string, value: unknown): Content {
  if (value !== undefined) return { ...content, [field]: value };
  return Object.fromEntries(Object.entries(content).filter(([name]) => name !== field));
}

/** What is wrong exactly there. */
export function problemsAt(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.pointer === path);
}

/** What is wrong there or anywhere inside. */
export function problemsIn(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.pointer === path || problem.pointer.startsWith(`${path}/`));
}
