// @vitest-environment node
/** Every text and shape stays readable on every surface it may lie on, in both themes: computed from the tokens. */

import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

type Theme = "light" | "dark";
type Rgb = readonly [number, number, number];

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const declared = new Map([...css.matchAll(/^\s*--([\w-]+):\s*([^;]+);/gm)].map((found) => [found[1] ?? "", found[2] ?? ""]));

const surfaces = ["canvas", "surface", "sunken", "hover", "selected", "raised"];
const tones = ["queued", "running", "approval", "review", "input", "succeeded", "failed", "cancelled", "timedout", "attention"];

/** Which text lies on what: 4.5:1 (WCAG 1.4.3). */
const texts: [string, string[]][] = [
  ["text", [...surfaces, "accent-soft", "current-place", "track", ...tones.map((tone) => `${tone}-bg`)]],
  ["text-2", [...surfaces, "current-place", "track", "failed-bg"]],
  ["text-3", ["canvas", "surface", "sunken", "hover", "selected", "raised"]],
  ["on-ink", ["ink", "ink-hover"]],
  ["accent", [...surfaces, "accent-soft"]],
  ["danger", surfaces],
  ["added-fg", ["added-bg", "surface", "sunken"]],
  ["removed-fg", ["removed-bg", "surface", "sunken"]],
  ...tones.map((tone): [string, string[]] => [`${tone}-fg`, [...surfaces, `${tone}-bg`]]),
  ...[1, 2, 3, 4].map((tone): [string, string[]] => [`tone-${tone}-fg`, [`tone-${tone}-bg`]]),
];

/** Edges and bars: 3:1 (WCAG 1.4.11). */
const shapes: [string, string[]][] = [
  ["line-control", ["canvas", "surface", "sunken", "raised"]],
  ["accent", surfaces],
  ...tones.map((tone): [string, string[]] => [`${tone}-bar`, ["surface", "sunken"]]),
  ...[1, 2, 3, 4, 5, 6].map((chart): [string, string[]] => [`chart-${chart}`, ["surface"]]),
];

const pairs = (["light", "dark"] as const).flatMap((theme) => [
  ...texts.flatMap(([text, grounds]) => grounds.map((ground) => ({ theme, text, ground, least: 4.5 }))),
  ...shapes.flatMap(([text, grounds]) => grounds.map((ground) => ({ theme, text, ground, least: 3 }))),
]);

describe("contrast", () => {
  it("is computed for many pairs", () => {
    expect(pairs.length).toBeGreaterThan(250);
  });

  it.each(pairs)("$theme: $text on $ground is at least $least", ({ theme, text, ground, least }) => {
    const ratio = contrast(colour(text, theme), colour(ground, theme));

    expect(ratio).toBeGreaterThanOrEqual(least);
  });

  it("knows a surface for each colour of text", () => {
    const named = new Set(texts.map(([text]) => text));
    const colours = [...declared.keys()].filter((name) => /(^text|-fg$)/.test(name));

    expect(colours.filter((name) => !named.has(name))).toEqual([]);
  });
});

function colour(name: string, theme: Theme): Rgb {
  const value = declared.get(name);
  if (value === undefined) throw new Error(`There is no token --${name}.`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (reference !== undefined) return colour(reference, theme);
  const both = /^light-dark\(\s*(#[0-9a-f]{6})\s*,\s*(#[0-9a-f]{6})\s*\)$/i.exec(value);
  const hex = theme === "light" ? both?.[1] : both?.[2];
  if (hex === undefined) throw new Error(`--${name} is no colour for both themes: ${value}`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
