import { describe, expect, it, test } from "vitest";

import { fold } from "./fold/fold";
import { addPiece, dropFinished, NO_PARTIALS, type PartialTexts } from "./partial";

interface Piece {
  readonly attempt?: number;
  readonly offset: number;
  readonly text: string;
}

function written(pieces: readonly Piece[]): string | undefined {
  return pieces.reduce<PartialTexts>((texts, piece) => addPiece(texts, { step: "s", attempt: 1, ...piece }), NO_PARTIALS)
    .get("s")?.text;
}

describe("pieces of a text", () => {
  it.each<[string, readonly Piece[], string]>([
    ["follow each other", [{ offset: 0, text: "Good " }, { offset: 5, text: "day" }], "Good day"],
    ["are counted in code points", [{ offset: 0, text: "🎺🎺" }, { offset: 2, text: "é" }, { offset: 3, text: "!" }], "🎺🎺é!"],
    ["may come twice", [{ offset: 0, text: "Good" }, { offset: 4, text: " day" }, { offset: 4, text: " day" }], "Good day"],
    ["may overlap", [{ offset: 0, text: "🎺🎺🎺" }, { offset: 1, text: "🎺🎺xy" }], "🎺🎺🎺xy"],
    ["begin anew at 0", [{ offset: 0, text: "Bad" }, { offset: 0, text: "Good" }], "Good"],
    ["show where one is missing", [{ offset: 0, text: "Good" }, { offset: 9, text: "day" }, { offset: 12, text: "!" }], "Good…day!"],
    ["may begin in the middle", [{ offset: 500, text: "the end" }], "…the end"],
    ["of another try replace it", [{ offset: 0, text: "Bad" }, { attempt: 2, offset: 0, text: "Good" }], "Good"],
    ["of an older try are dropped", [{ attempt: 2, offset: 0, text: "Good" }, { attempt: 1, offset: 3, text: "x" }], "Good"],
  ])("%s", (_, pieces, text) => {
    expect(written(pieces)).toBe(text);
  });
});

describe("a text is dropped", () => {
  const at = "2026-11-30T12:00:00.000Z";
  const started = { seq: 1, at, kind: "model_call_started", payload: { step: "s", number: 1, model: "m", provider: "p" } };
  const failed = (attempt: number) => ({
    seq: 2, at, kind: "model_attempt_failed", payload: { step: "s", attempt, code: "x", message: "", retry_in_ms: 5 },
  });
  const replied = {
    seq: 2, at, kind: "model_call_completed",
    payload: { step: "s", attempt: 1, text: "Hi", calls: [], finish_reason: "stop", usage: {} },
  };
  const texts = addPiece(NO_PARTIALS, { step: "s", attempt: 1, offset: 0, text: "H" });

  test.each([
    ["not before its step is known", [], true],
    ["not while its step runs", [started], true],
    ["when its try has failed", [started, failed(1)], false],
    ["not when another try has", [started, failed(0)], true],
    ["when its step has its reply", [started, replied], false],
  ])("%s", (_, events, isKept) => {
    expect(dropFinished(texts, fold(events)).has("s")).toBe(isKept);
  });
});
