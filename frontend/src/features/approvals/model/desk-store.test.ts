import { expect, it, vi } from "vitest";

import { ApiError } from "@/api/errors";

import { DeskStore } from "./desk-store";
import { sampleCard } from "./samples";

const FIRST = sampleCard({ id: "first" });
const SECOND = sampleCard({ id: "second" });

function deskWith(send: () => Promise<typeof FIRST>) {
  const stored = vi.fn();
  const refused = vi.fn();
  const sent = vi.fn(send);
  const desk = new DeskStore({ send: sent, stored, refused });
  return { desk, sent, stored, refused };
}

it("sends one decision for one press, however often the state is looked at", async () => {
  const { desk, sent, stored } = deskWith(() => Promise.resolve(FIRST));
  desk.show(FIRST, 0);

  desk.dispatch({ type: "approve", at: 500, held: false, by: "key" });
  desk.dispatch({ type: "approve", at: 900, held: false, by: "key" });
  await vi.waitFor(() => expect(stored).toHaveBeenCalledOnce());

  expect(sent).toHaveBeenCalledOnce();
  expect(desk.get().phase.kind).toBe("open");
});

it("keeps the words of each card while a person goes to and fro", () => {
  const { desk } = deskWith(() => Promise.resolve(FIRST));
  desk.show(FIRST, 0);
  desk.dispatch({ type: "open_form", held: false });
  desk.dispatch({ type: "write", words: "Only a seam." });

  desk.show(SECOND, 1000);
  expect(desk.get().draft.words).toBe("");

  desk.show(FIRST, 2000);
  expect(desk.get().draft.words).toBe("Only a seam.");
});

it("tells of a refusal also when the person has gone on, and leaves the next card alone", async () => {
  const error = new ApiError({ status: 410, code: "approval_expired", message: "", requestId: "", details: {} });
  const { desk, refused } = deskWith(() => Promise.reject(error));
  desk.show(FIRST, 0);
  desk.dispatch({ type: "approve", at: 500, held: false, by: "key" });
  desk.show(SECOND, 501);

  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce());

  expect(refused.mock.calls[0]?.[0]).toEqual({ kind: "expired", at: null });
  expect(refused.mock.calls[0]?.[2]).toBe(false);
  expect(desk.get()).toMatchObject({ shown: { id: "second" }, phase: { kind: "open" } });
});
