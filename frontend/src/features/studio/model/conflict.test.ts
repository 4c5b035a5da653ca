import { describe, expect, test } from "vitest";

import { conflictOf } from "@/features/studio/model/conflict";
import type { Detail, DraftShown } from "@/features/studio/model/shapes";

const BOB = { id: "b", name: "Bob" };
const CLARA = { id: "c", name: "Clara" };
const DRAFT: DraftShown = {
  content: {},
  text: "draft",
  problems: [],
  revision: 4,
  base_number: 1,
  updated_at: "2026-11-30T10:00:00Z",
  updated_by: BOB,
  changed: true,
};
const STORED: Detail = {
  id: "x",
  name: "refund",
  version: 1,
  published_at: "2026-11-30T09:00:00Z",
  published_by: CLARA,
  archived_at: null,
  notes: "",
  content: {},
  text: "live",
  draft: DRAFT,
  used_by: [],
  outdated: [],
};
const REFUSED = Object.assign(new Error("changed"), { details: { version: 4, text: "live", updated_by: CLARA, updated_at: "2026-11-30T11:00:00Z" } });

describe("a conflict", () => {
  test("shows the draft that somebody else saved", () => {
    expect(conflictOf(REFUSED, "mine", STORED)).toMatchObject({ revision: 4, base: 1, theirs: "draft", by: BOB });
  });

  test("shows the version that was published beside a draft which nobody has saved since", () => {
    expect(conflictOf(REFUSED, "mine", { ...STORED, version: 2 })).toMatchObject({ revision: 4, base: 2, theirs: "live", by: CLARA });
  });

  test("shows what is live where the draft is gone", () => {
    expect(conflictOf(REFUSED, "mine", { ...STORED, draft: null })).toMatchObject({ revision: 0, theirs: "live", by: CLARA });
  });
});
