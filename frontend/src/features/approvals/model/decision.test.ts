import { describe, expect, it } from "vitest";

import { type Desk, type DeskEvent, EMPTY_DESK, EMPTY_DRAFT, QUIET_MS, reduceDesk, verdictToSend } from "./decision";
import type { Risk } from "./card";

const CARD = { id: "card-1", digest: "9f3ac1d2", version: 1 };

function shown(risk: Risk = "medium", at = 0): Desk {
  return play([{ type: "shown", card: { ...CARD, risk }, at, draft: EMPTY_DRAFT }]);
}

function play(events: readonly DeskEvent[], from: Desk = EMPTY_DESK): Desk {
  return events.reduce(reduceDesk, from);
}

function press(at: number, held = false): DeskEvent {
  return { type: "approve", at, held, by: "key" };
}

describe("approve", () => {
  it("decides medium risk with one press and sends the digest that was shown", () => {
    const desk = play([press(QUIET_MS)], shown());

    expect(verdictToSend(desk)).toEqual({
      card: "card-1",
      digest: "9f3ac1d2",
      version: 1,
      decision: "approve",
      reason: "",
    });
  });

  it("decides nothing in the first 400 ms after a card appears", () => {
    expect(verdictToSend(play([press(QUIET_MS - 1)], shown()))).toBeNull();
  });

  it("decides nothing by a key that is held down", () => {
    const repeats = [500, 530, 560, 5_000].map((at) => press(at, true));

    expect(verdictToSend(play(repeats, shown()))).toBeNull();
  });

  it("arms high risk first, and Enter confirms", () => {
    const armed = play([press(500)], shown("high"));
    expect(armed.phase.kind).toBe("armed");
    expect(verdictToSend(armed)).toBeNull();

    const sent = play([{ type: "confirm", at: 600, held: false }], armed);
    expect(verdictToSend(sent)?.decision).toBe("approve");
  });

  it("is disarmed by anything else, also by its own key", () => {
    const armed = play([press(500)], shown("high"));

    expect(play([{ type: "disarm" }], armed).phase.kind).toBe("open");
    expect(play([press(900)], armed).phase.kind).toBe("open");
    expect(play([press(530, true)], armed).phase.kind).toBe("armed");
  });

  it("takes a double click on the button for one press", () => {
    const click = (at: number): DeskEvent => ({ type: "approve", at, held: false, by: "press" });
    const armed = play([click(500), click(620)], shown("high"));
    expect(armed.phase.kind).toBe("armed");

    expect(verdictToSend(play([click(1_000)], armed))?.decision).toBe("approve");
  });

  it("needs a fresh look when the card has changed under the eye", () => {
    const changed: DeskEvent = {
      type: "shown",
      card: { ...CARD, digest: "0000", version: 2, risk: "high" },
      at: 1_000,
      draft: EMPTY_DRAFT,
    };
    const desk = play([press(500), changed], shown("high"));
    expect(desk.phase.kind).toBe("open");

    expect(play([press(1_100)], desk).phase.kind).toBe("open");
    expect(verdictToSend(play([press(1_500), { type: "confirm", at: 1_600, held: false }], desk))?.digest).toBe("0000");
  });
});

describe("reject", () => {
  const open: DeskEvent = { type: "open_form", held: false };

  it("sends the words of the form", () => {
    const desk = play([open, { type: "reject", at: 500, held: false, reason: "Proof is missing" }], shown());

    expect(verdictToSend(desk)).toMatchObject({ decision: "reject", reason: "Proof is missing" });
  });

  it("is never sent without the form", () => {
    expect(verdictToSend(play([{ type: "reject", at: 500, held: false, reason: "" }], shown()))).toBeNull();
  });

  it("keeps what was picked and written when the form is closed and opened again", () => {
    const desk = play(
      [open, { type: "pick", reason: "amount" }, { type: "write", words: "Only a seam." }, { type: "close_form" }, open],
      shown(),
    );

    expect(desk.draft).toEqual({ picked: "amount", words: "Only a seam." });
  });

  it("keeps the words when another was quicker", () => {
    const desk = play(
      [
        open,
        { type: "write", words: "Only a seam." },
        { type: "reject", at: 500, held: false, reason: "Only a seam." },
        { type: "refused", refusal: { kind: "quicker", by: "Kofi", decision: "approve", at: "" } },
        // The list was read anew meanwhile: the same card, decided.
        { type: "shown", card: { ...CARD, version: 2, risk: "medium" }, at: 900, draft: EMPTY_DRAFT },
      ],
      shown(),
    );

    expect(desk.phase.kind).toBe("refused");
    expect(desk.draft.words).toBe("Only a seam.");
  });

  it("sends the very same decision again when no answer came", () => {
    const away = play(
      [open, { type: "reject", at: 500, held: false, reason: "No." }, { type: "refused", refusal: { kind: "away" } }],
      shown(),
    );
    const changed: DeskEvent = {
      type: "shown",
      card: { ...CARD, version: 2, risk: "medium" },
      at: 900,
      draft: EMPTY_DRAFT,
    };

    expect(verdictToSend(play([changed, { type: "again", held: false }], away))).toMatchObject({
      decision: "reject",
      reason: "No.",
      version: 1,
    });
    expect(verdictToSend(play([{ type: "again", held: true }], away))).toBeNull();
  });
});

it("begins anew with the next card, with the words once written about it", () => {
  const draft = { picked: null, words: "Ask for a photo." };
  const next: DeskEvent = { type: "shown", card: { ...CARD, id: "card-2", risk: "low" }, at: 700, draft };
  const desk = play([press(500), next], shown());

  expect(desk).toMatchObject({ shown: { id: "card-2", since: 700 }, draft, phase: { kind: "open" } });
});
