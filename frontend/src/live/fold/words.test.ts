import { expect, test } from "vitest";

import { readFixture } from "./fixtures";
import {
  APPROVAL_STATES, CALL_STATES, callHasEnded, EVENT_KINDS, hasEnded, RESULT_STATES, RUN_STATUSES, STEP_STATES, WAITS,
} from "./words";

const OURS: Record<string, readonly string[]> = {
  "run statuses": RUN_STATUSES,
  "run ends": RUN_STATUSES.filter(hasEnded).sort(),
  waits: WAITS,
  "call states": CALL_STATES,
  "call ends": CALL_STATES.filter(callHasEnded).sort(),
  "step states": STEP_STATES,
  "approval states": APPROVAL_STATES,
  "event kinds": EVENT_KINDS,
  "result states": Object.entries(RESULT_STATES).map(([kind, state]) => `${kind} ${state}`).sort(),
};

test("the words are those of the engine, in its order", () => {
  const theirs = readFixture("words.json") as unknown as readonly { name: string; words: readonly string[] }[];
  expect(Object.fromEntries(theirs.map(({ name, words }) => [name, words]))).toEqual(OURS);
});
