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
  expect(literalsOf(name)).toEqual([]);
});

function literalsOf(name: string): string[] {
  const file = ts.createSourceFile(name, readFileSync(join(source, name), "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
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
