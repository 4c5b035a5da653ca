// @vitest-environment node
/** Every visible text stands in the catalogue: no component has words of its own. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("..", import.meta.url));
const spoken = new Set(["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt", "label", "note", "help", "data-hint"]);

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
  .sort();

it.each(files)("%s says nothing by itself", (name) => {
  expect(literalsIn(readFileSync(join(source, name), "utf8"))).toEqual([]);
});

it.each([
  ["<p>Hello there</p>", ["Hello there"]],
  ['<button aria-label="Close" />', ["aria-label: Close"]],
  ['<p>{ok ? "Yes" : words.no}</p>', ["Yes"]],
  ["<p title={`Run ${id}`} />", ["title: Run "]],
  ['<p className="text-fg">{words.hello} · {id}</p>', []],
])("the scan finds what %s says", (text, found) => {
  expect(literalsIn(`const it = ${text};`)).toEqual(found);
});

function literalsIn(text: string): string[] {
  const file = ts.createSourceFile("any.tsx", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasWords(node.text)) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && spoken.has(node.name.getText(file))) {
      for (const text of textsIn(node.initializer)) if (hasWords(text)) found.push(`${node.name.getText(file)}: ${text}`);
    }
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression !== undefined) {
      for (const text of textsIn(node.expression)) if (hasWords(text)) found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The texts an expression can be: itself, or either side of a choice. */
function textsIn(node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  if (ts.isConditionalExpression(node)) return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...textsIn(node.left), ...textsIn(node.right)].filter(() => isChoice(node));
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return textsIn(node.expression);
  return [];
}

function isChoice(node: ts.BinaryExpression): boolean {
  const { kind } = node.operatorToken;
  return (
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.PlusToken
  );
}

function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}
