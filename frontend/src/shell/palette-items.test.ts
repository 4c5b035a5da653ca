// @vitest-environment node
import { describe, expect, it } from "vitest";

import type { Command } from "@/commands/command";
import { runOf } from "@/features/runs/testing";
import { paletteSections, queryOf } from "@/shell/palette-items";

const none = { runs: [], approvals: [] };
const command = (id: string, name: string, more: Partial<Command> = {}): Command => ({ id, name, group: "test", run: () => undefined, ...more });
const shape = (typed: string, commands: Command[], found: Parameters<typeof paletteSections>[2] = none) =>
  paletteSections(typed, commands, found).map((section) => [section.id, section.items.map((item) => item.id)]);

const commands = [
  command("go", "Go to runs", { section: "go" }),
  command("cancel", "Cancel run 7c41e9…"),
  command("start", "Start a run…", { section: "start" }),
  command("fork", "Fork run 7c41e9…", { allowed: () => "It has not ended." }),
  command("next", "Next run", { hidden: true }),
];

describe("the palette", () => {
  it("has acts on the current item first, then places, then starts, then what is not allowed with its reason", () => {
    expect(shape("", commands)).toEqual([
      ["do", ["cancel"]],
      ["go", ["go"]],
      ["start", ["start"]],
      ["refused", ["fork"]],
    ]);
    expect(paletteSections("fork", commands, none)[0]?.items[0]?.refused).toBe("It has not ended.");
  });

  it("has an act of the view in place of the shell's of the same id", () => {
    const both = [command("start", "Start Refund desk…", { section: "start", keys: "N" }), command("start", "Start a run…", { section: "start" })];

    expect(paletteSections("", both, none)[0]?.items.map((item) => [item.name, item.keys])).toEqual([["Start Refund desk…", "N"]]);
  });

  it("shows runs between places and starts, as links with their state", () => {
    const run = runOf({ input_head: "Refund\u202e order", status: "needs_attention" });
    const sections = paletteSections("run", commands, { ...none, runs: [run] });

    expect(sections.map((section) => section.id)).toEqual(["do", "go", "runs", "start", "refused"]);
    expect(sections[2]?.items[0]).toMatchObject({
      name: "Refund⟨U+202E⟩ order",
      look: { word: "Needs attention" },
      place: { to: "/runs/$runId", params: { runId: run.id } },
    });
  });

  it("leaves emoji in the name of a run whole", () => {
    const run = runOf({ input_head: "The \u{1f468}\u200d\u{1f469}\u200d\u{1f467} parka ❤\ufe0f\n came" });

    expect(paletteSections("", [], { ...none, runs: [run] })[0]?.items[0]?.name).toBe("The \u{1f468}\u200d\u{1f469}\u200d\u{1f467} parka ❤\ufe0f came");
  });

  it("shows only acts after > and only runs after #", () => {
    const found = { ...none, runs: [runOf()] };

    expect(queryOf("> cancel")).toEqual({ only: "acts", text: "cancel" });
    expect(shape(">", commands, found).map(([id]) => id)).not.toContain("runs");
    expect(shape("#", commands, found).map(([id]) => id)).toEqual(["runs"]);
  });

  it("finds an act by other words, too", () => {
    expect(shape("dark", [command("theme", "Use the night theme", { words: "dark black" })])).toEqual([["do", ["theme"]]]);
  });
});
