/**
 * JSON over several lines, made of its text alone: what is read as numbers and written again may be others.
 * The text is JSON as the record holds it, without spaces between its parts.
 */
export function spreadJson(json: string): string {
  let depth = 0;
  return json.replace(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/gs, (part) => {
    switch (part) {
      case "{":
      case "[":
        return `${part}\n${indent(++depth)}`;
      case "}":
      case "]":
        return `\n${indent(--depth)}${part}`;
      case ",":
        return `,\n${indent(depth)}`;
      case ":":
        return ": ";
      default:
        return part;
    }
  });
}

function indent(depth: number): string {
  return "  ".repeat(Math.max(0, depth));
}
