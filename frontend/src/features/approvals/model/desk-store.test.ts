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
  const time = { now: 0 };
  const desk = new DeskStore({ send: sent, stored, refused }, () => time.now);
  return { desk, sent, stored, refused, time };
}

it("sends one decision for one press, however often the state is looked at", async () => {
  const { desk, sent, stored, time } = deskWith(() => Promise.resolve(FIRST));
  desk.show(FIRST);
  time.now = 500;

  desk.approve("key");
  desk.approve("key");
  await vi.waitFor(() => expect(stored).toHaveBeenCalledOnce());

  expect(sent).toHaveBeenCalledOnce();
  expect(desk.get().phase.kind).toBe("open");
});

it("keeps the words of each card while a person goes to and fro", () => {
  const { desk } = deskWith(() => Promise.resolve(FIRST));
  desk.show(FIRST);
  desk.dispatch({ type: "open_form", held: false });
  desk.dispatch({ type: "write", words: "Only a seam." });

  desk.show(SECOND);
  expect(desk.get().draft.words).toBe("");

  desk.show(FIRST);
  expect(desk.get().draft.words).toBe("Only a seam.");
});

it("tells of a refusal also when the person has gone on, and leaves the next card alone", async () => {
  const error = new ApiError({ status: 410, code: "approval_expired", message: "", requestId: "", details: {} });
  const { desk, refused, time } = deskWith(() => Promise.reject(error));
  desk.show(FIRST);
  time.now = 500;
  desk.approve("key");
  desk.show(SECOND);

  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce());

  expect(refused.mock.calls[0]?.[0]).toEqual({ kind: "expired", at: null });
  expect(refused.mock.calls[0]?.[2]).toBe(false);
  expect(desk.get()).toMatchObject({ shown: { id: "second" }, phase: { kind: "open" } });
});
